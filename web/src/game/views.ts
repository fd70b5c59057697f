/** The views behind the tabs of the game page. */
export type View = 'log' | 'chat' | 'notes' | 'players' | 'links';
