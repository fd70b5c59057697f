/** The requests to the server. */
import { here } from './base';
import { renewal } from './build';
import { standing } from './standing.svelte';
import type {
  About,
  Announced,
  Answer,
  BestTurns,
  ChatLine,
  Choices,
  CoalRoute,
  Coaching,
  Drill,
  ExpectedRound,
  Fork,
  GamePage,
  Hint,
  Home,
  Invitation,
  Joined,
  KeptStudy,
  Leaving,
  Left,
  Links,
  LogLine,
  Moment,
  NewDevice,
  NewGame,
  NewGuide,
  NewRest,
  NewWebhook,
  NextGame,
  WaitingGames,
  NoticeSettings,
  OpenTable,
  Overtime,
  PlanState,
  Problem,
  PuzzleAnswer,
  PuzzleList,
  PuzzleSolution,
  PuzzleTable,
  QuickMatch,
  QuickWait,
  RestInfo,
  ReviewState,
  Rule,
  RulesetInfo,
  Seat,
  SeatReach,
  SetNotices,
  Sight,
  StudyMoment,
  StudySummary,
  StudyTree,
  Table,
  WhatIf,
  Why,
} from './wire';

export class ServerProblem extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.message);
  }
}

const TRIES = 4;

/** Asks again a little later if the server is too busy: then it has done nothing yet. */
export async function ask<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await askOnce<T>(path, method, body);
    } catch (error) {
      if (!(error instanceof ServerProblem) || error.problem.error !== 'busy' || tries === TRIES) throw error;
      // Not all at the same moment, and later each time.
      await new Promise((done) => setTimeout(done, tries * 500 * (1 + Math.random())));
    }
  }
}

async function askOnce<T>(path: string, method: string, body: unknown): Promise<T> {
  const response = await fetch(here(`/api${path}`), {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  renewal.hear(response.headers.get('x-grandjunction-build'));
  if (!response.ok) {
    const broken: Problem = { error: 'broken', message: response.statusText, refusal: null, about: null, table: null };
    const problem = await (response.json() as Promise<Problem>).catch(() => broken);
    if (problem.error === 'banned') standing.banned = problem.message.replace(/^[^:]*: /, '');
    throw new ServerProblem(response.status, problem);
  }
  return (await response.json()) as T;
}

/** The table a move is made at. */
export interface At {
  ply: number;
  stamp: string;
}

const rulesets = new Map<string, Promise<RulesetInfo>>();

export const api = {
  about: () => ask<About>('/about'),
  ruleset(id: string): Promise<RulesetInfo> {
    const known = rulesets.get(id) ?? ask<RulesetInfo>(`/rulesets/${encodeURIComponent(id)}`);
    rulesets.set(id, known);
    known.catch(() => rulesets.delete(id));
    return known;
  },
  rules: (search: string, ruleset: string, lang: string) =>
    ask<Rule[]>(`/rules?${new URLSearchParams({ search, ruleset, lang })}`),
  /** A page that is not visible says so: its player has not come back. */
  home: (archived = false) => ask<Home>(`/games?archived=${archived}&looking=${!document.hidden}`),
  waiting: () => ask<WaitingGames>('/waiting'),
  create: (game: NewGame) => ask<Joined>('/games', 'POST', game),
  guide: (guide: NewGuide) => ask<Joined>('/guides', 'POST', guide),
  invitation: (token: string) => ask<Invitation>(`/join/${encodeURIComponent(token)}`),
  join: (token: string, name: string | null) => ask<Joined>('/join', 'POST', { token, name }),
  table: (game: string, ply?: number) => ask<Table>(`/games/${game}${ply === undefined ? '' : `?ply=${ply}`}`),
  choices: (game: string) => ask<Choices>(`/games/${game}/choices`),
  log: (game: string, since = 0) => ask<LogLine[]>(`/games/${game}/log?since=${since}`),
  history: (game: string) => ask<Moment[]>(`/games/${game}/history`),
  draft: (game: string, at: At, move: string) =>
    ask<Announced>(`/games/${game}/draft`, 'POST', { ...at, brief: true, move }),
  undo: (game: string, at: At, steps: number | 'all') =>
    ask<Announced>(`/games/${game}/undo`, 'POST', { ...at, brief: true, steps }),
  end: (game: string, at: At) => ask<Announced>(`/games/${game}/end`, 'POST', { ...at, brief: true }),
  why: (game: string, why: Partial<Why> & Pick<Why, 'question'>, lang: string) =>
    ask<Answer>(`/games/${game}/why?lang=${lang}`, 'POST', why),
  hint: (game: string, lang: string) => ask<Hint>(`/games/${game}/hint?lang=${lang}`),
  coach: (game: string, lang: string) => ask<Coaching>(`/games/${game}/coach?lang=${lang}`),
  expected: (game: string) => ask<ExpectedRound[]>(`/games/${game}/expected`),
  reach: (game: string, ply?: number) =>
    ask<SeatReach[]>(`/games/${game}/reach${ply === undefined ? '' : `?ply=${ply}`}`),
  routes: (game: string, move: string) => ask<CoalRoute[]>(`/games/${game}/routes?move=${encodeURIComponent(move)}`),
  review: (game: string, lang: string) => ask<ReviewState>(`/games/${game}/review?lang=${lang}`),
  startReview: (game: string, depth: 'quick' | 'normal' | 'deep', lang: string) =>
    ask<ReviewState>(`/games/${game}/review?lang=${lang}`, 'POST', { depth }),
  line: (game: string, ply: number, moves: string[]) => ask<Table>(`/games/${game}/line`, 'POST', { ply, moves }),
  chat: (game: string, since = 0) => ask<ChatLine[]>(`/games/${game}/chat?since=${since}`),
  say: (game: string, text: string, name: string | null) =>
    ask<ChatLine>(`/games/${game}/chat`, 'POST', { text, name }),
  notes: (game: string) => ask<{ text: string }>(`/games/${game}/notes`),
  keepNotes: (game: string, text: string) => ask<{ text: string }>(`/games/${game}/notes`, 'PUT', { text }),
  leaving: (game: string) => ask<Leaving>(`/games/${game}/leaving`),
  leave: (game: string) => ask<Left>(`/games/${game}/leave`, 'POST', {}),
  remove: (game: string) => ask<Left>(`/games/${game}`, 'DELETE'),
  archive: (game: string, archived: boolean) =>
    ask<{ archived: boolean }>(`/games/${game}/archive`, 'PUT', { archived }),
  mine: (query: URLSearchParams, page: number) =>
    ask<GamePage>(`/mine?${new URLSearchParams([...query, ['page', String(page)]])}`),
  next: (after: string) => ask<NextGame>(`/next?after=${after}`),
  tables: () => ask<OpenTable[]>('/tables'),
  sitDown: (game: string, name: string | null) => ask<Joined>(`/tables/${game}`, 'POST', { name }),
  quick: (asked: QuickMatch) => ask<Joined>('/quick', 'POST', asked),
  quickWait: (game: string) => ask<QuickWait>(`/games/${game}/quick`),
  overtime: (game: string, choice: Overtime['choice'], seat: Seat) =>
    ask<Table>(`/games/${game}/overtime`, 'POST', { choice, seat }),
  giveBack: (game: string, seat: Seat) => ask<Table>(`/games/${game}/back`, 'POST', { seat }),
  rest: () => ask<RestInfo>('/rest'),
  keepRest: (rest: NewRest) => ask<RestInfo>('/rest', 'PUT', rest),
  links: (game: string) => ask<Links>(`/games/${game}/links`),
  fork: (game: string, ply: number, seats: Fork['seats']) => ask<Joined>(`/games/${game}/fork`, 'POST', { ply, seats }),
  puzzles: () => ask<PuzzleList>('/puzzles'),
  drill: () => ask<Drill>('/puzzles/drill'),
  puzzleTable: (id: string, units: string[]) => ask<PuzzleTable>(`/puzzles/${id}/table`, 'POST', { units }),
  puzzleWhy: (id: string, units: string[], why: Partial<Why> & Pick<Why, 'question'>, lang: string) =>
    ask<Answer>(`/puzzles/${id}/why?lang=${lang}`, 'POST', { units, why }),
  puzzleAnswer: (id: string, units: string[], lang: string) =>
    ask<PuzzleAnswer>(`/puzzles/${id}/answer?lang=${lang}`, 'POST', { units }),
  puzzleSolution: (id: string, lang: string) => ask<PuzzleSolution>(`/puzzles/${id}/solution?lang=${lang}`),
  whatIf: (game: string, units: string[]) => ask<WhatIf>(`/games/${game}/whatif`, 'POST', { units }),
  whatIfWhy: (game: string, units: string[], why: Partial<Why> & Pick<Why, 'question'>, lang: string) =>
    ask<Answer>(`/games/${game}/whatif/why?lang=${lang}`, 'POST', { units, why }),
  plan: (game: string, lang: string) => ask<PlanState>(`/games/${game}/plan?lang=${lang}`),
  keepPlan: (game: string, units: string[], lang: string) =>
    ask<PlanState>(`/games/${game}/plan?lang=${lang}`, 'PUT', { units }),
  dropPlan: (game: string) => ask<PlanState>(`/games/${game}/plan`, 'DELETE'),
  notices: () => ask<NoticeSettings>('/notices'),
  setNotices: (asked: SetNotices) => ask<NoticeSettings>('/notices', 'PUT', asked),
  pushKey: () => ask<{ key: string }>('/notices/key'),
  addDevice: (device: NewDevice) => ask<NoticeSettings>('/notices/devices', 'POST', device),
  addWebhook: (webhook: NewWebhook) => ask<NoticeSettings>('/notices/webhooks', 'POST', webhook),
  dropChannel: (id: string) => ask<NoticeSettings>(`/notices/channels/${id}`, 'DELETE'),
  testChannel: (id: string) => ask<{ problem: string | null }>(`/notices/channels/${id}/test`, 'POST'),
  openText: (text: string) => ask<StudyTree>('/analysis/open', 'POST', { text }),
  openGame: (game: string, ply: number | null) =>
    ask<StudyTree>(`/analysis/games/${game}${ply === null ? '' : `?ply=${ply}`}`),
  look: (moment: StudyMoment, lang: string) => ask<Sight>(`/analysis/look?lang=${lang}`, 'POST', moment),
  whyThere: (moment: StudyMoment & { why: Partial<Why> & Pick<Why, 'question'> }, lang: string) =>
    ask<Answer>(`/analysis/why?lang=${lang}`, 'POST', moment),
  moveWords: (asked: { ruleset: string; moves: string[] }, lang: string) =>
    ask<string[]>(`/analysis/words?lang=${lang}`, 'POST', asked),
  best: (moment: StudyMoment & { depth: 'quick' | 'normal' | 'deep'; names: string[] }, lang: string) =>
    ask<BestTurns>(`/analysis/best?lang=${lang}`, 'POST', moment),
  writeStudy: (tree: StudyTree) => ask<{ text: string }>('/analysis/write', 'POST', tree),
  studies: () => ask<StudySummary[]>('/studies'),
  study: (id: string) => ask<KeptStudy>(`/studies/${id}`),
  keepStudy: (tree: StudyTree) => ask<KeptStudy>('/studies', 'POST', tree),
  saveStudy: (id: string, tree: StudyTree) => ask<KeptStudy>(`/studies/${id}`, 'PUT', tree),
  deleteStudy: (id: string) => ask<StudySummary>(`/studies/${id}`, 'DELETE'),
  rematch: (game: string) => ask<Joined>(`/games/${game}/rematch`, 'POST'),
};
