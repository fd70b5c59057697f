/** What is to be done now, in a sentence. */
import { capital, g, t } from '../words/speech.svelte';
import { choiceText } from './sentences';
import type { Session } from './session.svelte';

export function promptText(session: Session): string {
  const table = session.table!;
  const info = session.info!;
  if (table.over) return t('play.over');
  if (session.past) return t('play.past');
  if (session.scoring && session.eraScored) return t('end.era', { era: g('eras', session.eraScored.era) });
  if (!session.myTurn) {
    const seat = table.seats.find((item) => item.seat === (table.thinking ?? table.to_act));
    if (seat?.kind === 'open') return t('play.waiting');
    return seat ? t('play.others', { seat: seat.name }) : t('play.wait');
  }
  if (table.draft?.scores_era) return t('play.complete_era', { era: g('eras', table.draft.scores_era) });
  if (table.draft?.complete) return t('play.complete');
  if (session.decided) return choiceText(session.decided.choice, info);
  if (session.picks.length === 0) {
    if (table.decision.name === 'action') return t('play.action', { n: table.actions_left });
    if (table.decision.name === 'shortfall') return t('play.shortfall', { n: table.decision.debt });
    return capital(g('decisions', table.decision.name));
  }
  if (session.offer && session.open === 'card') return t('play.which_card', { move: choiceText(session.offer, info) });
  return t(`play.choose.${session.open ?? 'verb'}`);
}
