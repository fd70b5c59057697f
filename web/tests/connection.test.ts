import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Connection, type News, type Server } from '../src/game/connection.svelte';
import { Playback } from '../src/game/playback.svelte';
import { ServerProblem } from '../src/lib/api';
import type { Announced, Choices, Live, LogLine, RulesetInfo, Table } from '../src/lib/wire';
import { clock, later, line, lines, scoredLink, settled, table } from './tables';

/** A game on a server of the test, and the line on which it tells of it. */
class Host {
  /** What the server would answer now. */
  now: Table;
  log: LogLine[];
  line = { online: true, open: vi.fn(), renew: vi.fn(), close: vi.fn() };
  hear!: (message: Live) => void;
  fail!: () => void;
  server = {
    table: vi.fn(() => Promise.resolve(this.now)),
    log: vi.fn((_: string, since = 0) => Promise.resolve(this.log.filter(({ ply }) => ply >= since))),
    ruleset: vi.fn(() => Promise.resolve({ id: 'birmingham' } as RulesetInfo)),
    chat: vi.fn(() => Promise.resolve([])),
    say: vi.fn((_: string, text: string) => Promise.resolve({ id: 1, seat: 'A', name: 'Ada', text, at: 0 } as const)),
    choices: vi.fn(() => Promise.resolve(offered(this.now.stamp))),
    draft: vi.fn<Server['draft']>(),
    undo: vi.fn<Server['undo']>(),
    end: vi.fn<Server['end']>(),
  } satisfies Server;

  constructor(stored: number) {
    this.now = table(stored);
    this.log = lines(0, stored);
  }

  connect(deliver: (news: News) => void): Connection {
    return new Connection('g', deliver, this.server, (_, hear, failed) => {
      this.hear = hear;
      this.fail = failed;
      return this.line;
    });
  }

  /** Tells what is new on the live line. */
  tell(now: Table, ...log: LogLine[]): void {
    this.now = now;
    this.log = [...this.log, ...log];
    this.hear({ type: 'update', table: now, log });
  }
}

function offered(stamp: string): Choices {
  return { game: 'g', ply: 5, stamp, seat: 'A', choices: [], following: [] };
}

const at = (shown: Table) => ({ ply: shown.ply, stamp: shown.stamp });

describe('a connection', () => {
  let host: Host;
  let got: News[];
  let connection: Connection;
  const stamps = () => got.map((news) => news.table.stamp);
  beforeEach(async () => {
    clock.start();
    host = new Host(5);
    got = [];
    connection = host.connect((news) => got.push(news));
    await connection.start();
    await settled();
  });
  afterEach(clock.stop);

  test('starts with the table and the whole log', () => {
    expect(stamps()).toEqual(['5+0']);
    expect(got[0]!.log).toHaveLength(5);
    expect(host.line.open).toHaveBeenCalledOnce();
    expect(connection.info?.id).toBe('birmingham');
  });

  test('brings what the line tells, in its order', async () => {
    host.tell(table(6), line(5));
    host.tell(table(8), line(6), line(7));
    await settled();
    expect(stamps()).toEqual(['5+0', '6+0', '8+0']);
    expect(got.slice(1).map((news) => news.log.map(({ ply }) => ply))).toEqual([[5], [6, 7]]);
  });

  test('an answer is only an acknowledgement: its table comes by the line, once', async () => {
    const answer = later<Table>();
    host.server.draft.mockReturnValue(answer.promise);
    const sent = connection.draft(at(table(5)), 'loan');
    host.tell(table(5, 1));
    answer.keep(table(5, 1));
    await sent;
    expect(stamps()).toEqual(['5+0', '5+1']);
    expect(connection.busy).toBe(false);
  });

  test('it stays busy until the table of the answer has come', async () => {
    host.server.draft.mockResolvedValue(table(5, 1));
    void connection.draft(at(table(5)), 'loan');
    await settled();
    expect(connection.busy).toBe(true);
    expect(stamps()).toEqual(['5+0']);
    host.tell(table(5, 1));
    await settled();
    expect(connection.busy).toBe(false);
  });

  test('a late answer does not turn the table back', async () => {
    const answer = later<Table>();
    host.server.end.mockReturnValue(answer.promise);
    const sent = connection.end(at(table(5, 2)));
    host.tell(table(7), line(5, 'A'), line(6, 'A'));
    host.tell(table(9), line(7), line(8)); // the bot was quicker than the answer
    answer.keep(table(7));
    await sent;
    expect(stamps()).toEqual(['5+0', '7+0', '9+0']);
  });

  test('a late draft does not come back after its undo', async () => {
    host.server.draft.mockResolvedValue(table(5, 1));
    host.server.undo.mockResolvedValue(table(5));
    const drafted = connection.draft(at(table(5)), 'loan');
    host.tell(table(5, 1));
    await drafted;
    const undone = connection.undo(at(table(5, 1)), 1);
    await settled();
    host.tell(table(5, 0));
    await undone;
    expect(stamps()).toEqual(['5+0', '5+1', '5+0']);
  });

  test('where the line is down, it asks for what the line would have brought', async () => {
    host.line.online = false;
    host.server.end.mockImplementation(() => {
      host.now = table(7);
      host.log = [...host.log, line(5, 'A'), line(6, 'A')];
      return Promise.resolve(host.now);
    });
    await connection.end(at(table(5, 2)));
    await settled();
    expect(stamps()).toEqual(['5+0', '7+0']);
    expect(got[1]!.log.map(({ ply }) => ply)).toEqual([5, 6]);
  });

  test('while the line cannot be opened, each attempt asks what is new', async () => {
    host.now = table(6);
    host.log = [...host.log, line(5)];
    host.fail();
    await settled();
    expect(stamps()).toEqual(['5+0', '6+0']);
    host.server.table.mockRejectedValueOnce(new TypeError('no network'));
    host.fail();
    await settled();
    expect(stamps()).toEqual(['5+0', '6+0']);
  });

  test('a line that stays silent is opened anew, and the table asked for', async () => {
    host.server.draft.mockImplementation(() => Promise.resolve((host.now = table(5, 1))));
    const sent = connection.draft(at(table(5)), 'loan');
    await clock.pass(5_000);
    await sent;
    expect(host.line.renew).toHaveBeenCalledOnce();
    expect(stamps()).toEqual(['5+0', '5+1']);
  });

  test('what was asked for is dropped if the line brings something meanwhile', async () => {
    host.line.online = false;
    const old = later<Table>();
    host.server.draft.mockResolvedValue(table(5, 1));
    host.server.table.mockReturnValue(old.promise);
    const sent = connection.draft(at(table(5)), 'loan');
    await settled();
    host.tell(table(5, 2)); // the line is back, with another draft from another tab
    old.keep(table(5, 1));
    await sent;
    await settled();
    expect(stamps()).toEqual(['5+0', '5+2']);
  });

  test('log lines missed while the line was down come with the next table', async () => {
    host.log = [...host.log, ...lines(5, 9)];
    host.tell(table(10), line(9));
    await settled();
    expect(got[1]!.missed.map(({ ply }) => ply)).toEqual([5, 6, 7, 8]);
    expect(got[1]!.log.map(({ ply }) => ply)).toEqual([9]);
  });

  test('log lines that could not be asked for come later', async () => {
    host.server.log.mockRejectedValueOnce(new TypeError('no network'));
    host.log = [...host.log, ...lines(5, 8)];
    host.tell(table(8));
    await settled();
    expect(got[1]).toMatchObject({ log: [], missed: [] });
    host.tell(table(9), line(8));
    await settled();
    expect(got[2]!.missed.map(({ ply }) => ply)).toEqual([5, 6, 7]);
  });

  test('a refusal is thrown; after a stale one the newer table is awaited', async () => {
    const problem = { error: 'stale', message: 'The game has moved on.', refusal: null, table: table(7) };
    host.server.draft.mockRejectedValue(new ServerProblem(409, problem));
    const sent = connection.draft(at(table(5)), 'loan');
    const failed = expect(sent).rejects.toThrow('moved on');
    await settled();
    expect(connection.busy).toBe(true);
    host.tell(table(7), line(5), line(6));
    await failed;
    expect(connection.busy).toBe(false);
    expect(stamps()).toEqual(['5+0', '7+0']);
  });

  test('choices that the answer to a draft has brought are not asked for', async () => {
    const brought = offered('5+1');
    const answer = later<Announced>();
    host.server.draft.mockReturnValue(answer.promise);
    void connection.draft(at(table(5)), 'loan');
    host.tell(table(5, 1)); // the line was faster
    const choices = connection.choices('g', '5+1');
    answer.keep({ ply: 6, stamp: '5+1', last_ply: 5, choices: brought });
    expect(await choices).toBe(brought);
    expect(host.server.choices).not.toHaveBeenCalled();
    await connection.choices('g', '5+2'); // another tab has drafted
    expect(host.server.choices).toHaveBeenCalledOnce();
  });

  test('one move at a time', async () => {
    host.server.draft.mockReturnValue(later<Table>().promise);
    void connection.draft(at(table(5)), 'loan');
    await connection.draft(at(table(5)), 'loan');
    expect(host.server.draft).toHaveBeenCalledOnce();
  });

  test('talk comes once, by the answer or by the line', async () => {
    await connection.say('hello', null);
    const said = { id: 1, seat: 'A' as const, name: 'Ada', text: 'hello', at: 0 };
    host.hear({ type: 'said', lines: [said, { ...said, id: 2, text: 'there' }] });
    expect(connection.chat.map(({ text }) => text)).toEqual(['hello', 'there']);
  });

  test('presence', () => {
    host.hear({ type: 'presence', connected: ['A'], watching: 2, build: '' });
    expect([...connection.here]).toEqual(['A']);
    expect(connection.watching).toBe(2);
  });
});

describe('a connection that cannot begin', () => {
  beforeEach(clock.start);
  afterEach(clock.stop);

  test('tries again while the server is away', async () => {
    const host = new Host(5);
    const got: News[] = [];
    const connection = host.connect((news) => got.push(news));
    host.server.table.mockRejectedValueOnce(new TypeError('no network'));
    await connection.start();
    expect(connection.online).toBe(false);
    expect(host.line.open).not.toHaveBeenCalled();
    await clock.pass(3_000);
    expect(connection.online).toBe(true);
    expect(got).toHaveLength(1);
  });

  test('says that there is no such game', async () => {
    const host = new Host(5);
    const problem = { error: 'no_such_game', message: '', refusal: null, table: null };
    host.server.table.mockRejectedValueOnce(new ServerProblem(404, problem));
    const connection = host.connect(() => {});
    await connection.start();
    expect(connection.missing).toBe(true);
  });
});

describe('connection and playback together', () => {
  beforeEach(clock.start);
  afterEach(clock.stop);

  test.each([true, false])('the answer to End turn leaves the scoring on the map (line up: %s)', async (online) => {
    const host = new Host(5);
    const playback = new Playback('g', host.server, () => 100, () => {}); // prettier-ignore
    const connection = host.connect((news) => playback.receive(news));
    await connection.start();
    await settled();
    host.line.online = online;
    const rail = table(7, 0, { era: 'rail' });
    const scoring = [line(5, 'A'), line(6, null, scoredLink(4))];
    host.server.end.mockImplementation(() => {
      if (online) host.tell(rail, ...scoring);
      else [host.now, host.log] = [rail, [...host.log, ...scoring]];
      return Promise.resolve(rail);
    });
    await connection.end(at(table(5, 2)));
    await settled();
    expect(playback.table!.era).toBe('canal'); // the board it ends with
    expect(playback.scoring).toBe(true);
    expect(playback.flights.events).toEqual([scoredLink(4)]);
    expect(playback.eraScored).toEqual({ era: 'canal', events: [scoredLink(4)] });
    await clock.pass(500);
    expect(playback.table!.era).toBe('rail');
  });
});
