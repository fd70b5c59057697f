/** What the player is to do now, in a sentence. */
import type { RulesetInfo, Table } from '../lib/wire';
import { capital, g, t } from '../words/speech.svelte';
import { endedText } from './final';
import { choiceText } from './sentences';
import type { Playback } from './playback.svelte';
import type { Selection } from './selection.svelte';
import { personName, recited } from '../words/names';

/** That an action may go on with the same card, and what else is possible. */
function moreText({ actions_left, decision, draft }: Table): string {
  const verb = decision.verbs.find((one) => one !== 'stop');
  if (verb !== 'develop' && verb !== 'sell' && verb !== 'link') return capital(g('decisions', decision.name));
  if (draft?.may_end) return recited([t(`play.more.${verb}`), t('play.more_end')]);
  return recited([t(`play.more.${verb}`), t('play.more_next', { n: actions_left - 1 })]);
}

export function promptText(info: RulesetInfo, playback: Playback, selection: Selection): string {
  const table = playback.table!;
  const { past, scoring, eraScored, myTurn } = playback;
  const { decided, picks, offer, open } = selection;
  if (table.ended) return endedText(table.ended);
  if (table.over) return t('play.over');
  if (past) return t('play.past');
  if (scoring && eraScored) return t('end.era', { era: g('eras', eraScored.era) });
  if (!myTurn) {
    const seat = table.seats.find((item) => item.seat === (table.thinking ?? table.to_act));
    if (seat?.kind === 'open') return t('play.waiting');
    return seat ? t('play.others', { seat: personName(seat.name) }) : t('play.wait');
  }
  if (playback.covered) {
    const seat = table.seats.find((item) => item.seat === playback.deciding);
    if (seat) return t('hot.title', { seat: personName(seat.name) });
  }
  if (table.draft?.scores_era) return t('play.complete_era', { era: g('eras', table.draft.scores_era) });
  if (table.draft?.complete) return t('play.complete');
  if (decided) return choiceText(decided.choice, info);
  if (picks.length === 0) {
    if (table.decision.name === 'action') return t('play.action', { n: table.actions_left });
    if (table.decision.name === 'shortfall') return t('play.shortfall', { n: table.decision.debt });
    if (table.decision.name === 'more') return moreText(table);
    return capital(g('decisions', table.decision.name));
  }
  if (open === 'card') {
    const due = selection.left[0]?.card_sets[0]?.length ?? 1;
    const move = offer ? choiceText(offer, info) : '';
    const which = { move, n: selection.paying.length + 1, of: due };
    if (due > 1) return move ? t('play.which_card_of', which) : t('play.choose.card_of', which);
    if (move) return t('play.which_card', which);
  }
  return t(`play.choose.${open ?? 'verb'}`);
}
