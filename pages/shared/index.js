// @ts-check
// Moves the token from the address into the tab's storage, so that the pages behind the links find it there.
import { pageToken } from "./token.js";

pageToken();
