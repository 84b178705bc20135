// @ts-check
// The token goes from the address into the tab's storage; the links lead to pages that find it there.
import { pageToken } from "./token.js";

pageToken();
