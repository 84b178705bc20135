/* Prints the events of touchd.h, one JSON object per event: driver OPTIONS (see ../README.md). */
#define TOUCHD_IMPLEMENTATION
#include "touchd.h"

static const char *rules[32];
static int rule_count, next_rule, is_closed;
static int presses_left = -1; /* the number of presses to wait for, if nothing else is printed */

static void put_string(const char *text) {
    if (!text) {
        printf("null");
        return;
    }
    putchar('"');
    for (; *text; text++) {
        if ((unsigned char)*text < 0x20) printf("\\u%04x", (unsigned)(unsigned char)*text);
        else {
            if (*text == '"' || *text == '\\') putchar('\\');
            putchar(*text);
        }
    }
    putchar('"');
}

static void put(const char *key, const char *text) {
    printf(",\"%s\":", key);
    put_string(text);
}

static void put_whole(const char *key, uint64_t number) { printf(",\"%s\":%llu", key, (unsigned long long)number); }
static void put_time(const char *key, int64_t time) { printf(",\"%s\":%lld", key, (long long)time); }
static void put_number(const char *key, double number) { printf(",\"%s\":%.17g", key, number); }
static void put_flag(const char *key, int flag) { printf(",\"%s\":%s", key, flag ? "true" : "false"); }
static void put_pair(const char *key, const double pair[2]) { printf(",\"%s\":[%.17g,%.17g]", key, pair[0], pair[1]); }

static void put_json(const char *key, touchd_json value) {
    printf(",\"%s\":%.*s", key, (int)touchd_extent(value), value.at);
}

/* Members of an event that the library does not convert; numbers through its own reader. */
static void put_extra(touchd_json object, const char *const *keys) {
    for (; *keys; keys++) {
        touchd_json value = touchd_key(object, *keys);
        if (!value.at) continue;
        if (*value.at == '"' || *value.at == '[') put_json(*keys, value);
        else put_number(*keys, touchd_number(value, -1));
    }
}

static void put_texts(const char *key, touchd_json list, const char *member) {
    touchd_json each;
    const char *comma = "";
    printf(",\"%s\":[", key);
    for (each = touchd_first(list); each.at; each = touchd_after(each)) {
        char text[4096];
        touchd_text(member ? touchd_key(each, member) : each, text, sizeof text);
        printf("%s", comma);
        put_string(text);
        comma = ",";
    }
    printf("]");
}

static void put_wholes(const char *key, touchd_json list, const char *member) {
    touchd_json each;
    const char *comma = "";
    printf(",\"%s\":[", key);
    for (each = touchd_first(list); each.at; each = touchd_after(each)) {
        printf("%s%llu", comma, (unsigned long long)touchd_whole(member ? touchd_key(each, member) : each, 0));
        comma = ",";
    }
    printf("]");
}

static void put_head(const touchd_event *e) {
    put_whole("seq", e->seq);
    put_time("time", e->time);
    put("panel", e->panel);
    if (e->synthetic) put_flag("synthetic", 1);
}

static void put_touches(const touchd_event *e) {
    size_t i;
    printf(",\"touches\":[");
    for (i = 0; i < e->touch_count; i++) printf("%s%llu", i ? "," : "", (unsigned long long)e->touches[i]);
    printf("]");
}

static void put_samples(const touchd_event *e) {
    touchd_sample samples[8];
    size_t count = touchd_samples(e, samples, 8), i;
    if (!count) return;
    /* If there are more samples than requested, the latest are returned. */
    if (touchd_samples(e, samples + 7, 1) != count || samples[7].x != samples[(count < 8 ? count : 8) - 1].x) abort();
    touchd_samples(e, samples, 8);
    printf(",\"coalesced\":[");
    for (i = 0; i < count && i < 8; i++) {
        printf("%s[%lld,%.17g,%.17g,", i ? "," : "", (long long)samples[i].time, samples[i].x, samples[i].y);
        if (samples[i].has_local) printf("[%.17g,%.17g]]", samples[i].local[0], samples[i].local[1]);
        else printf("null]");
    }
    printf("]");
}

static void put_regions(touchd *t) {
    touchd_region r;
    const char *comma = "";
    printf(",\"regions\":[");
    while (touchd_next_region(t, &r)) {
        int i;
        printf("%s{\"id\":", comma);
        put_string(r.id);
        put("path", r.path), put("kind", r.kind), put("screen", r.screen);
        printf(",\"bounds\":[");
        for (i = 0; i < 4; i++) printf("%s%.17g", i ? "," : "", r.bounds[i]);
        printf("],\"toScreen\":[");
        for (i = 0; i < 6; i++) printf("%s%.17g", i ? "," : "", r.to_screen[i]);
        printf("]");
        if (r.refuses) put_flag("refuses", 1);
        if (r.has_value) put_number("value", r.value);
        if (r.is_on >= 0) put_flag("isOn", r.is_on);
        if (r.has_offset) put_pair("offset", r.offset), put_number("zoomScale", r.zoom_scale);
        printf("}");
        comma = ",";
    }
    printf("]");
}

/* A region of a line of changes: the known parts of its place. */
static void put_placed(const char *comma, touchd_json one) {
    static const char *const keys[] = {"after", "following", "path"};
    touchd_json value = touchd_key(one, "id");
    size_t i;
    printf("%s{\"id\":%.*s", comma, (int)touchd_extent(value), value.at);
    for (i = 0; i < sizeof keys / sizeof *keys; i++)
        if ((value = touchd_key(one, keys[i])).at) printf(",\"%s\":%.*s", keys[i], (int)touchd_extent(value), value.at);
    printf("}");
}

static void put_gave_way(touchd *t) {
    touchd_gave_way g;
    const char *comma = "";
    printf(",\"gaveWay\":[");
    for (; touchd_next_gave_way(t, &g); comma = ",") {
        printf("%s{\"region\":", comma);
        put_string(g.region);
        if (g.key) put("key", g.key);
        if (g.client) put_whole("client", g.client);
        printf("}");
    }
    printf("]");
}

/* The screens of a snapshot, without null values. */
static void put_screens(touchd_json screens) {
    static const char *const keys[] = {"screen", "display", "activity", "idle", "mode", "lastTouch"};
    touchd_json one = touchd_first(screens);
    const char *outer = "";
    size_t i;
    if (!one.at) return;
    printf(",\"screens\":[");
    for (; one.at; one = touchd_after(one), outer = ",") {
        const char *inner = "";
        printf("%s{", outer);
        for (i = 0; i < sizeof keys / sizeof *keys; i++) {
            touchd_json value = touchd_key(one, keys[i]);
            if (!value.at || *value.at == 'n') continue;
            printf("%s\"%s\":%.*s", inner, keys[i], (int)touchd_extent(value), value.at);
            inner = ",";
        }
        printf("}");
    }
    printf("]");
}

/* Prints an event; returns the word of the rule that it may trigger. */
static const char *show(touchd *t, const touchd_event *e) {
    static const char *const phases[] = {"", "began", "moved", "stationary", "ended", "cancelled", "changed", "recognized"};
    static const char *const words[] = {"", "connected", "disconnected", "waiting", "failed", "touch", "sensitive", "gesture", "control", "scroll", "outside",
                                        "reply", "snapshot", "screen", "staff", "config", "tree", "treeChanged", "changed", "overridden", "warning", "lagged", "released", "question", "message"};
    static const char *const axes[] = {"pressure", "major", "minor", "orientation", "distance", "tool", NULL};
    static const char *const ways[] = {"translation", "velocity", "scale", "rotation", "scaleVelocity", "rotationVelocity", "direction",
                                       "taps", NULL};
    static char word[64];
    printf("{\"item\":\"%s\"", words[e->type]);
    switch (e->type) {
    case TOUCHD_CONNECTED: put("server", e->server), put("epoch", e->epoch); break;
    case TOUCHD_DISCONNECTED: put("reason", e->reason); break;
    case TOUCHD_WAITING:
        put("path", e->path);
        if (e->error) put_whole("errno", (uint64_t)e->error);
        put("message", e->message);
        break;
    case TOUCHD_FAILED: put("kind", e->kind), put("message", e->message); break;
    case TOUCHD_TOUCH:
        put_head(e), put_whole("id", e->id), put("phase", phases[e->phase]), put("region", e->region), put("target", e->target);
        put_number("x", e->x), put_number("y", e->y);
        if (e->has_local) put_pair("local", e->local);
        else printf(",\"local\":null");
        printf(",\"tapCount\":%d", e->tap_count);
        put_flag("inside", e->inside);
        if (e->reason) put("reason", e->reason);
        put_extra(e->json, axes);
        if (e->timestamp != e->time) put_time("timestamp", e->timestamp);
        put_samples(e);
        /* A program's data for a touch exists until the touch ends. */
        if (e->phase == TOUCHD_BEGAN) {
            if (*e->user) abort();
            *e->user = (void *)(uintptr_t)e->id;
        } else if (*e->user != (void *)(uintptr_t)e->id) {
            abort();
        }
        break;
    case TOUCHD_SENSITIVE:
        put_head(e), put_whole("id", e->id), put("phase", phases[e->phase]), put("region", e->region), put("target", e->target);
        if (e->reason) put("reason", e->reason);
        break;
    case TOUCHD_GESTURE:
        put_head(e), put("gesture", e->gesture), put("kind", e->kind), put("region", e->region), put("state", phases[e->phase]);
        put_touches(e);
        if (e->timestamp != e->time) put_time("timestamp", e->timestamp);
        if (e->has_local) put_pair("local", e->local);
        put_extra(e->json, ways);
        break;
    case TOUCHD_CONTROL: put_head(e), put("region", e->region), put("action", e->action), put_whole("id", e->id);
        if (e->has_value) put_number("value", e->value);
        if (e->is_on >= 0) put_flag("isOn", e->is_on);
        break;
    case TOUCHD_SCROLL:
        put_head(e), put("region", e->region), put_pair("offset", e->offset), put_number("zoomScale", e->zoom_scale);
        put("state", phases[e->phase]);
        break;
    case TOUCHD_OUTSIDE: put_head(e), put_whole("id", e->id), put("region", e->region); break;
    case TOUCHD_REPLY:
        put_whole("id", e->id), put_flag("ok", e->ok);
        if (!e->ok) put("code", e->code), put("message", e->message);
        if (e->hint) put("hint", e->hint);
        break;
    case TOUCHD_SNAPSHOT:
        put_whole("seq", e->seq), put_whole("generation", e->generation);
        put_texts("panels", touchd_key(e->json, "panels"), "id");
        put_regions(t);
        put_wholes("touches", touchd_key(e->json, "touches"), "id");
        put_screens(touchd_key(e->json, "screens"));
        break;
    case TOUCHD_SCREEN:
        put("screen", e->screen), put("display", e->display), put("activity", e->activity), put("mode", e->mode);
        if (e->idle >= 0) put_number("idle", e->idle);
        if (e->last_touch != INT64_MIN) put_time("lastTouch", e->last_touch);
        break;
    case TOUCHD_STAFF: put("screen", e->screen), put("id", e->gesture), put_time("time", e->time); break;
    case TOUCHD_CONFIG:
        put_flag("ok", e->ok), put_whole("generation", e->generation);
        if (e->message) put("message", e->message);
        put_texts("panels", touchd_key(e->json, "panels"), "id");
        put_regions(t);
        put_gave_way(t);
        break;
    case TOUCHD_TREE:
    case TOUCHD_REGIONS_CHANGED: put_whole("generation", e->generation), put_regions(t); break;
    case TOUCHD_TREE_CHANGED: {
        touchd_json one = touchd_first(touchd_key(e->json, "removed"));
        touchd_region r;
        const char *comma = "";
        put_whole("generation", e->generation);
        printf(",\"removed\":[");
        for (; one.at; one = touchd_after(one), comma = ",") printf("%s%.*s", comma, (int)touchd_extent(one), one.at);
        printf("],\"added\":[");
        for (comma = ""; touchd_next_region(t, &r); comma = ",") put_placed(comma, r.json);
        printf("],\"moved\":[");
        for (comma = "", one = touchd_first(touchd_key(e->json, "moved")); one.at; one = touchd_after(one), comma = ",") put_placed(comma, one);
        printf("]");
        break;
    }
    case TOUCHD_OVERRIDDEN:
        put("region", e->region);
        if (e->key) put("key", e->key);
        put_whole("generation", e->generation);
        break;
    case TOUCHD_WARNING:
        put("code", e->code), put("message", e->message);
        if (e->id) put_whole("id", e->id);
        if (touchd_key(e->json, "glob").at) put_json("glob", touchd_key(e->json, "glob"));
        if (touchd_key(e->json, "near").at) put_json("near", touchd_key(e->json, "near"));
        break;
    case TOUCHD_LAGGED:
        put_whole("seq", e->seq), put_whole("merged", touchd_whole(touchd_key(e->json, "merged"), 0));
        put_wholes("cancelled", touchd_key(e->json, "cancelled"), NULL);
        break;
    case TOUCHD_RELEASED: put_texts("receivers", touchd_key(e->json, "receivers"), NULL), put("reason", e->reason); break;
    case TOUCHD_QUESTION:
        put_whole("id", e->id), put("ask", e->ask), put_time("time", e->time), put_time("deadline", e->deadline);
        put("panel", e->panel), put("gesture", e->gesture), put("kind", e->kind), put("region", e->region), put_touches(e);
        if (e->has_local) put_pair("local", e->local);
        if (e->target) put("target", e->target);
        break;
    case TOUCHD_MESSAGE: put_json("fields", e->json); break;
    }
    printf("}\n");
    if (touchd_is_press(e)) {
        printf("{\"item\":\"press\"");
        put("region", e->region), put_whole("id", e->id);
        printf("}\n");
    }
    fflush(stdout);
    snprintf(word, sizeof word, "%s", e->type == TOUCHD_MESSAGE ? e->kind : words[e->type]);
    return word;
}

static size_t split(char *text, const char *separator, const char **parts, size_t most) {
    size_t count = 0;
    char *at;
    for (at = text; at && count < most; count++) {
        char *end = strstr(at, separator);
        parts[count] = at;
        if (end) *end = 0, end += strlen(separator);
        at = end;
    }
    return count;
}

/* Adds a wish of a subscription from a word of a script; its value is split in place and must stay allocated. */
static void wish(touchd_wishes *wishes, const char *key, char *value, const char **events) {
    if (!strcmp(key, "observe")) wishes->observe = 1;
    else if (!strcmp(key, "axes")) wishes->axes = 1;
    else if (!strcmp(key, "coalesced")) wishes->coalesced = 1;
    else if (!strcmp(key, "maxRate")) wishes->max_rate = atof(value);
    else if (!strcmp(key, "events")) wishes->events = events, wishes->event_count = split(value, ",", events, 8);
}

/* Runs the actions of the current rule, one after another, if its word came. */
static void act(touchd *t, const char *word) {
    static char rule[8192];
    const char *actions[16], *words[8], *names[32];
    size_t count, i, length = strlen(word);
    if (next_rule == rule_count || strncmp(rules[next_rule], word, length) || rules[next_rule][length] != ' ') return;
    snprintf(rule, sizeof rule, "%s", rules[next_rule++] + length + 1);
    count = split(rule, " + ", actions, 16);
    for (i = 0; i < count; i++) {
        size_t arguments = split((char *)actions[i], " ", words, 8), name_count = 0;
        const char *name = words[0];
        touchd_wishes wishes;
        if (!strcmp(name, "subscribe") || !strcmp(name, "claim") || !strcmp(name, "release")) name_count = split((char *)words[1], ",", names, 32);
        memset(&wishes, 0, sizeof wishes);
        wishes.regions = names;
        wishes.region_count = name_count;
        if (!strcmp(name, "subscribe")) {
            const char *events[8];
            size_t word;
            for (word = 2; word < arguments; word++) {
                char *value = strchr((char *)words[word], '=');
                *value++ = 0;
                wish(&wishes, words[word], value, events);
            }
            if (!touchd_subscribe(t, &wishes)) printf("{\"item\":\"refused\"}\n");
        }
        else if (!strcmp(name, "unsubscribe")) touchd_unsubscribe(t, strtoull(words[1], NULL, 10));
        else if (!strcmp(name, "claim")) {
            if (!touchd_claim(t, names, name_count, arguments > 2 ? atoi(words[2]) : 0)) printf("{\"item\":\"refused\"}\n");
        }
        else if (!strcmp(name, "release")) touchd_release(t, names, name_count);
        else if (!strcmp(name, "edits")) {
            int flags = (strstr(words[1], "keep") ? TOUCHD_KEEP : 0) | (strstr(words[1], "redo") ? TOUCHD_REDO : 0);
            if (!touchd_edit(t, words[2], flags)) printf("{\"item\":\"refused\"}\n");
        }
        else if (!strcmp(name, "ack")) touchd_ack(t, strtoull(words[1], NULL, 10));
        else if (!strcmp(name, "answer")) touchd_answer(t, strtoull(words[1], NULL, 10), !strcmp(words[2], "true"));
        else if (!strcmp(name, "close")) is_closed = 1;
        else if (!strcmp(name, "nothing")) continue;
        else if (!strcmp(name, "many")) {
            int left;
            for (left = atoi(words[1]); left > 0; left--) touchd_request(t, words[2], NULL);
        } else if (!strcmp(name, "large")) {
            size_t bytes = strtoull(words[1], NULL, 10);
            char *members = (char *)malloc(bytes + 16);
            memcpy(members, "\"text\":\"", 8);
            memset(members + 8, 'x', bytes);
            memcpy(members + 8 + bytes, "\"", 2);
            touchd_request(t, words[2], members);
            free(members);
        }
        else if (!strcmp(name, "heavy")) {
            size_t bytes = strtoull(words[1], NULL, 10);
            char *edits = (char *)malloc(bytes + 64), *end = edits + sprintf(edits, "[{\"op\":\"set\",\"region\":\"a\",\"key\":\"k\",\n\"value\":\"");
            memset(end, 'x', bytes);
            memcpy(end + bytes, "\"}]", 4);
            if (!touchd_edit(t, edits, TOUCHD_REDO)) printf("{\"item\":\"refused\"}\n");
            free(edits);
        }
        else if (!touchd_request(t, name, NULL)) printf("{\"item\":\"refused\"}\n");
    }
}

/* Prints a press as the examples do, and as the `presses` of other libraries do. */
static void show_press(const touchd_event *e) {
    if (e->type == TOUCHD_TOUCH && touchd_is_press(e)) {
        printf("{\"item\":\"press\"");
        put("region", e->region), put_whole("id", e->id);
        is_closed = !--presses_left;
    } else if (e->type == TOUCHD_REPLY && !e->ok) {
        printf("{\"item\":\"failed\",\"kind\":\"refused\",\"message\":\"touchd refused the subscription: %s; %s\"", e->message, e->hint);
        is_closed = 1;
    } else if (e->message) {
        printf("{\"item\":\"log\"");
        put("text", e->message);
    } else {
        return;
    }
    printf("}\n");
    fflush(stdout);
}

int main(int argc, char **argv) {
    const char *regions[32], *events[8];
    touchd_options options;
    touchd_wishes wishes;
    touchd *t;
    const touchd_event *e;
    int i;
    memset(&options, 0, sizeof options);
    memset(&wishes, 0, sizeof wishes);
    options.retries = TOUCHD_NO_RETRY;
    options.hello_within = 1000000;
    for (i = 1; i + 1 < argc; i += 2) {
        const char *key = argv[i] + 2, *value = argv[i + 1];
        if (!strcmp(key, "socket")) options.path = value;
        else if (!strcmp(key, "name")) options.name = value;
        else if (!strcmp(key, "retries")) options.retries = atoi(value) ? atoi(value) : TOUCHD_NO_RETRY;
        else if (!strcmp(key, "treeChanges")) options.tree_changes = !strcmp(value, "true");
        else if (!strcmp(key, "helloWithin")) options.hello_within = atoi(value);
        else if (!strcmp(key, "maxLine")) options.max_line = strtoull(value, NULL, 10);
        else if (!strcmp(key, "presses")) presses_left = atoi(value), wishes.events = events, events[0] = "touch", wishes.event_count = 1;
        else if (!strcmp(key, "on")) rules[rule_count++] = value;
        else if (!strcmp(key, "regions")) {
            wishes.regions = regions;
            regions[wishes.region_count++] = value;
        } else {
            wish(&wishes, key, argv[i + 1], events);
        }
    }
    t = touchd_open(&options);
    if (!t) return 1;
    touchd_subscribe(t, &wishes);
    act(t, "start");
    while (!is_closed && touchd_dispatch(t, -1) == 0)
        while (!is_closed && (e = touchd_next_event(t)) != NULL) {
            if (presses_left >= 0) show_press(e);
            else {
                act(t, show(t, e));
                touchd_dispatch(t, 0); /* events that arrive meanwhile must not change the rest of those being handled */
            }
        }
    touchd_close(t);
    return 0;
}
