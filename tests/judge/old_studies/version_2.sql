BEGIN TRANSACTION;
CREATE TABLE annotators (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, role TEXT NOT NULL, created BIGINT NOT NULL,
    revoked BIGINT, invite TEXT UNIQUE, invited BIGINT);
INSERT INTO "annotators" VALUES(1,'ann','annotator',1794978247918,NULL,'2424329efa70f580948443d033d6fee3d306d7ee6b16447c2b1b45cc512fc711',1794978247918);
INSERT INTO "annotators" VALUES(2,'bob','annotator',1794978247966,NULL,'286ba43bf160feb6def6253cb6770b8f56daff4c25119328c11755ceeeb7b0f2',1794978247966);
CREATE TABLE assignments (item INTEGER NOT NULL REFERENCES items (number),
    annotator INTEGER NOT NULL REFERENCES annotators (id), state TEXT NOT NULL, until BIGINT NOT NULL,
    turn BIGINT NOT NULL, event INTEGER REFERENCES events (number), PRIMARY KEY (item, annotator));
INSERT INTO "assignments" VALUES(1,1,'grade',0,1,1);
INSERT INTO "assignments" VALUES(2,1,'leased',904000,-1,NULL);
INSERT INTO "assignments" VALUES(3,2,'leased',905000,1,NULL);
INSERT INTO "assignments" VALUES(1,2,'grade',0,2,4);
INSERT INTO "assignments" VALUES(2,2,'leased',905000,3,NULL);
CREATE TABLE decisions (item INTEGER NOT NULL PRIMARY KEY REFERENCES items (number),
    event INTEGER NOT NULL REFERENCES events (number));
CREATE TABLE events (number INTEGER NOT NULL PRIMARY KEY, annotator INTEGER NOT NULL REFERENCES annotators (id), key TEXT NOT NULL,
    kind TEXT NOT NULL, item INTEGER NOT NULL REFERENCES items (number), answer TEXT NOT NULL, shown BIGINT,
    seconds FLOAT, at BIGINT NOT NULL, late BOOLEAN NOT NULL, undoes INTEGER REFERENCES events (number),
    UNIQUE (annotator, key));
INSERT INTO "events" VALUES(1,1,'e1','grade',1,'{"values": {"relevance": 2}, "reason": "", "comment": "", "span": null, "side": ""}',NULL,NULL,2000,0,NULL);
INSERT INTO "events" VALUES(2,1,'e2','grade',2,'{"values": {"relevance": 0}, "reason": "", "comment": "", "span": null, "side": ""}',NULL,NULL,3000,0,NULL);
INSERT INTO "events" VALUES(3,1,'undo 2','undo',2,'{}',NULL,NULL,4000,0,2);
INSERT INTO "events" VALUES(4,2,'e3','grade',1,'{"values": {"relevance": 3}, "reason": "", "comment": "", "span": null, "side": ""}',NULL,NULL,6000,0,NULL);
CREATE TABLE items (number INTEGER NOT NULL PRIMARY KEY, id TEXT NOT NULL UNIQUE, query TEXT NOT NULL, query_text TEXT NOT NULL,
    doc TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL, html BOOLEAN NOT NULL, systems TEXT NOT NULL,
    other_doc TEXT, other_title TEXT, other_text TEXT, other_html BOOLEAN, other_systems TEXT,
    priority FLOAT NOT NULL, shuffle INTEGER NOT NULL, gold TEXT, repeat_of INTEGER REFERENCES items (number),
    only_for INTEGER REFERENCES annotators (id), taken INTEGER NOT NULL);
INSERT INTO "items" VALUES(1,'db50948b842318d12048','q0','words of q0','d0','title 0','text 0',0,'{"a": 0}',NULL,NULL,NULL,NULL,NULL,0.0,525906400,NULL,NULL,NULL,2);
INSERT INTO "items" VALUES(2,'fde5234b4fc09b947c8c','q1','words of q1','d1','title 1','text 1',0,'{"a": 1}',NULL,NULL,NULL,NULL,NULL,-1.0,771530107,NULL,NULL,NULL,2);
INSERT INTO "items" VALUES(3,'4c2db0d72f7f42cff7f5','q0','words of q0','d2','title 2','text 2',0,'{"a": 2}',NULL,NULL,NULL,NULL,NULL,-2.0,203825439,NULL,NULL,NULL,1);
CREATE TABLE sessions (hash TEXT NOT NULL PRIMARY KEY, annotator INTEGER NOT NULL REFERENCES annotators (id),
    created BIGINT NOT NULL, ended BIGINT);
CREATE TABLE study (id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL,
    settings TEXT NOT NULL, salt TEXT NOT NULL, created BIGINT NOT NULL);
INSERT INTO "study" VALUES(1,2,'{"kind": "grade", "dimensions": [{"name": "relevance", "choices": [{"value": 0.0, "label": "0"}, {"value": 1.0, "label": "1"}, {"value": 2.0, "label": "2"}, {"value": 3.0, "label": "3"}], "ordered": true}], "title": "An old study", "guidelines": "", "overlap": 2, "gold_share": 0.1, "repeat_share": 0.0, "repeat_gap": 20, "adjudicate_over": 1.0, "language": "en", "seed": 0, "lease_seconds": 900, "order": "priority"}','7efdb8b394dcfa5a96ee5ab4cdad2c08',1794978247860);
CREATE INDEX ix_sessions_annotator ON sessions (annotator);
CREATE INDEX ix_events_item ON events (item);
CREATE INDEX items_in_turn ON items (taken, priority DESC, number)
    WHERE gold IS NULL AND repeat_of IS NULL;
CREATE UNIQUE INDEX items_repeated ON items (repeat_of, only_for) WHERE repeat_of IS NOT NULL;
CREATE INDEX assignments_of_one ON assignments (annotator, state);
CREATE INDEX assignments_undo ON assignments (annotator, event);
CREATE INDEX assignments_leased ON assignments (until) WHERE state = 'leased';
CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
COMMIT;
