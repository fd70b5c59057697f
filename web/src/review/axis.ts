/** The marks under the graph of a review: where eras and rounds begin, and which rounds have room for their number. */

export interface RoundMark {
  round: number;
  /** The number of the round's first turn. */
  from: number;
  labelled: boolean;
}

export interface EraMarks {
  era: string;
  from: number;
  rounds: RoundMark[];
}

/** The pixels that a round's number needs, with the gap to the next. */
const ROOM = 20;
const STRIDES = [1, 2, 5, 10];

/** Returns the eras of turns that are `width` pixels apart; numbers that would crowd each other are left out. */
export function axis(steps: readonly { era: string; round: number }[], width: number): EraMarks[] {
  const eras: EraMarks[] = [];
  steps.forEach(({ era, round }, from) => {
    if (eras.at(-1)?.era !== era) eras.push({ era, from, rounds: [] });
    const { rounds } = eras.at(-1)!;
    if (rounds.at(-1)?.round !== round) rounds.push({ round, from, labelled: false });
  });
  const all = eras.flatMap((era) => era.rounds);
  const stride = STRIDES.find((each) => roomy(labelled(all, each), width)) ?? Infinity;
  for (const mark of labelled(all, stride)) mark.labelled = true;
  return eras;
}

/** Every `stride`th round of an era, from its first on. */
function labelled(rounds: readonly RoundMark[], stride: number): RoundMark[] {
  return rounds.filter(({ round }) => (round - 1) % stride === 0);
}

function roomy(marks: readonly RoundMark[], width: number): boolean {
  return marks.every((mark, n) => n === 0 || (mark.from - marks[n - 1]!.from) * width >= ROOM);
}
