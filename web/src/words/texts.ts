import { signed } from './numbers';

/** A text, or its plural forms; `by` names the number that selects one. */
export type Text = string | ({ by?: string } & Record<string, string>);
export type Texts = Record<string, Text>;
/** The game's words as the Python package writes them. */
export type GameTexts = Record<string, Record<string, Text>>;

export type Values = Record<string, string | number>;

/** Fills a template's names and numbers in. */
export function fill(text: Text | undefined, values: Values, rules: Intl.PluralRules): string {
  if (text === undefined) return '';
  if (typeof text === 'string') return put(text, values);
  const by = text.by ?? 'n';
  const number = Number(values[by] ?? 0);
  const chosen = form(text, number, rules);
  return put(chosen, { ...values, [by]: Math.abs(number) });
}

function form(text: Record<string, string | undefined>, number: number, rules: Intl.PluralRules): string {
  if (number < 0 && text['negative'] !== undefined) return text['negative'];
  if (number === 0 && text['zero'] !== undefined) return text['zero'];
  return text[rules.select(Math.abs(number))] ?? text['other'] ?? '';
}

function said(value: string | number): string {
  return typeof value === 'number' ? signed(value) : value;
}

// Chinese templates have a space beside a name, for names in Latin letters. A Chinese name wants none.
const HAN_GAP = /([\u4e00-\u9fff]) (?=[\u4e00-\u9fff])/g;

function put(text: string, values: Values): string {
  const filled = text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? said(values[name]!) : whole));
  return filled.replace(HAN_GAP, '$1');
}
