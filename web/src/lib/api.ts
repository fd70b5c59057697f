/** Asking the server. */
import type {
  About, Answer, ChatLine, Choices, Hint, Home, Joined, Links, LogLine, Moment, NewGame, Problem, Rule, RulesetInfo, Table, Why,
} from './wire';

export class ServerProblem extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.message);
  }
}

async function ask<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const response = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok) {
    const problem: Problem = await response
      .json()
      .catch(() => ({ error: 'broken', message: response.statusText, refusal: null, table: null }));
    throw new ServerProblem(response.status, problem);
  }
  return (await response.json()) as T;
}

interface At {
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
  home: () => ask<Home>('/games'),
  create: (game: NewGame) => ask<Joined>('/games', 'POST', game),
  join: (token: string, name: string | null) => ask<Joined>('/join', 'POST', { token, name }),
  table: (game: string, ply?: number) => ask<Table>(`/games/${game}${ply === undefined ? '' : `?ply=${ply}`}`),
  choices: (game: string) => ask<Choices>(`/games/${game}/choices`),
  log: (game: string, since = 0) => ask<LogLine[]>(`/games/${game}/log?since=${since}`),
  history: (game: string) => ask<Moment[]>(`/games/${game}/history`),
  draft: (game: string, at: At, move: string) => ask<Table>(`/games/${game}/draft`, 'POST', { ...at, move }),
  undo: (game: string, at: At, steps: number | 'all') => ask<Table>(`/games/${game}/undo`, 'POST', { ...at, steps }),
  end: (game: string, at: At) => ask<Table>(`/games/${game}/end`, 'POST', at),
  why: (game: string, why: Partial<Why> & Pick<Why, 'question'>, lang: string) =>
    ask<Answer>(`/games/${game}/why?lang=${lang}`, 'POST', why),
  hint: (game: string, lang: string) => ask<Hint>(`/games/${game}/hint?lang=${lang}`),
  chat: (game: string, since = 0) => ask<ChatLine[]>(`/games/${game}/chat?since=${since}`),
  say: (game: string, text: string) => ask<ChatLine>(`/games/${game}/chat`, 'POST', { text }),
  notes: (game: string) => ask<{ text: string }>(`/games/${game}/notes`),
  keepNotes: (game: string, text: string) => ask<{ text: string }>(`/games/${game}/notes`, 'PUT', { text }),
  links: (game: string) => ask<Links>(`/games/${game}/links`),
  fork: (game: string, ply: number) => ask<Joined>(`/games/${game}/fork`, 'POST', { ply }),
  rematch: (game: string) => ask<Joined>(`/games/${game}/rematch`, 'POST'),
};
