BEGIN TRANSACTION;
CREATE TABLE chat (
    id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL REFERENCES games, seat INTEGER,
    name TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL
) STRICT;
INSERT INTO "chat" VALUES(1,'j-zIMsg9cG-S9My5',0,'Player A','hello £ ćśł 鐵',1794833985);
CREATE TABLE games (
    id TEXT PRIMARY KEY, ruleset TEXT NOT NULL, revision INTEGER NOT NULL, seed TEXT,
    bot_seed TEXT NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL,
    plies INTEGER NOT NULL, over INTEGER NOT NULL, draft TEXT NOT NULL
) STRICT;
INSERT INTO "games" VALUES('j-zIMsg9cG-S9My5','hamlet',1,NULL,'26b110b0d7fa1169841e67fb688a016f',1794833984,1794833985,23,0,'pass card barton
develop iron card ashby iron market');
INSERT INTO "games" VALUES('IIauCz23LdIHBPjn','hamlet',1,'practice','practice',1794833985,1794833995,15,0,'');
INSERT INTO "games" VALUES('zVtVols_2z49g3BS','hamlet',1,'bots','bots',1794833995,1794833995,51,1,'');
CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games, ply INTEGER NOT NULL, move TEXT NOT NULL, PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO "moves" VALUES('IIauCz23LdIHBPjn',0,'order B');
INSERT INTO "moves" VALUES('IIauCz23LdIHBPjn',1,'order A');
INSERT INTO "moves" VALUES('IIauCz23LdIHBPjn',2,'draw card mill');
INSERT INTO "moves" VALUES('IIauCz23LdIHBPjn',3,'draw card brewery');
INSERT INTO "moves" VALUES('IIauCz23LdIHBPjn',4,'draw card corley');
INSERT INTO "moves" VALUES('IIauCz23LdIHBPjn',5,'draw card ashby');
INSERT INTO "moves" VALUES('IIauCz23LdIHBPjn',6,'draw card mill');
INSERT INTO "moves" VALUES('IIauCz23LdIHBPjn',7,'draw card coal/iron');
INSERT INTO "moves" VALUES('IIauCz23LdIHBPjn',8,'aside card dunton');
INSERT INTO "moves" VALUES('IIauCz23LdIHBPjn',9,'aside card ashby');
INSERT INTO "moves" VALUES('IIauCz23LdIHBPjn',10,'develop iron card mill iron market');
INSERT INTO "moves" VALUES('IIauCz23LdIHBPjn',11,'develop coal iron market');
INSERT INTO "moves" VALUES('IIauCz23LdIHBPjn',12,'draw card barton');
INSERT INTO "moves" VALUES('IIauCz23LdIHBPjn',13,'build mill ashby.2 card ashby');
INSERT INTO "moves" VALUES('IIauCz23LdIHBPjn',14,'draw card barton');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',0,'order B');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',1,'order A');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',2,'draw card corley');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',3,'draw card dunton');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',4,'draw card coal/iron');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',5,'draw card mill');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',6,'draw card coal/iron');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',7,'draw card barton');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',8,'aside card ashby');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',9,'aside card brewery');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',10,'develop iron card dunton iron market');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',11,'develop coal iron market');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',12,'draw card mill');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',13,'build mill ashby.2 card mill');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',14,'draw card corley');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',15,'build coal barton.1 card barton');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',16,'build mill corley.2 card corley');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',17,'draw card barton');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',18,'draw card ashby');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',19,'build mill corley.1 card corley');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',20,'loan 6 card mill');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',21,'develop iron card coal/iron iron market');
INSERT INTO "moves" VALUES('j-zIMsg9cG-S9My5',22,'develop coal iron market');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',0,'order B');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',1,'order A');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',2,'draw card corley');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',3,'draw card mill');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',4,'draw card barton');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',5,'draw card ashby');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',6,'draw card ashby');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',7,'draw card corley');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',8,'aside card mill');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',9,'aside card barton');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',10,'build mill ashby.2 card mill');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',11,'draw card dunton');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',12,'pass card ashby');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',13,'draw card coal/iron');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',14,'loan 12 card corley');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',15,'develop iron card ashby iron market');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',16,'develop coal iron market');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',17,'draw card coal/iron');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',18,'draw card brewery');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',19,'build coal barton.1 card barton');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',20,'build brewery dunton.1 card dunton iron market');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',21,'loan 6 card brewery');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',22,'build coal ashby.1 card coal/iron');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',23,'link ashby--barton card corley');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',24,'link ashby--corley--dunton card coal/iron');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',25,'draw card ashby');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',26,'draw card mill');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',27,'draw card ashby');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',28,'draw card corley');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',29,'draw card dunton');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',30,'draw card mill');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',31,'loan 6 card ashby');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',32,'build coal ashby.2 card ashby');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',33,'draw card barton');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',34,'draw card brewery');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',35,'develop iron card corley iron market');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',36,'stop');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',37,'link ashby--barton card mill coal ashby.2');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',38,'draw card coal/iron');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',39,'draw card barton');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',40,'loan 12 card brewery');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',41,'develop brewery card barton iron market');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',42,'develop mill iron market');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',43,'draw card coal/iron');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',44,'draw card corley');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',45,'pass card coal/iron');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',46,'pass card dunton');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',47,'loan 6 card barton');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',48,'pass card mill');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',49,'loan 6 card coal/iron');
INSERT INTO "moves" VALUES('zVtVols_2z49g3BS',50,'pass card corley');
CREATE TABLE notes (
    game TEXT NOT NULL REFERENCES games, holder TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, holder)
) STRICT, WITHOUT ROWID;
INSERT INTO "notes" VALUES('j-zIMsg9cG-S9My5','Ih9uXjDuUq4_minuExK9WQ','build coal');
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games, seat INTEGER NOT NULL, name TEXT NOT NULL, colour TEXT NOT NULL,
    kind TEXT NOT NULL, bot TEXT, holder TEXT, generation INTEGER NOT NULL, PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES('IIauCz23LdIHBPjn',0,'Player A','red','person',NULL,'Ih9uXjDuUq4_minuExK9WQ',0);
INSERT INTO "seats" VALUES('IIauCz23LdIHBPjn',1,'random','yellow','bot','random',NULL,0);
INSERT INTO "seats" VALUES('j-zIMsg9cG-S9My5',0,'Player A','red','person',NULL,'Ih9uXjDuUq4_minuExK9WQ',0);
INSERT INTO "seats" VALUES('j-zIMsg9cG-S9My5',1,'Ben','yellow','person',NULL,'TgGdbtLbjxIzQHC0pZ6_1A',1);
INSERT INTO "seats" VALUES('zVtVols_2z49g3BS',0,'random','red','bot','random',NULL,0);
INSERT INTO "seats" VALUES('zVtVols_2z49g3BS',1,'random','yellow','bot','random',NULL,0);
CREATE INDEX seats_by_holder ON seats (holder);
CREATE INDEX chat_by_game ON chat (game, id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('chat',1);
COMMIT;
