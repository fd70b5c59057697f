import { signed } from './numbers';

/** A text, or texts by the form a number asks for; `by` names the number. */
export type Text = string | ({ by?: string } & Record<string, string>);
export type Texts = Record<string, Text>;
/** The game's words as the Python package writes them. */
export type GameTexts = Record<string, Record<string, Text>>;

export type Values = Record<string, string | number>;

/** A template with its names and numbers filled in. */
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

function put(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? said(values[name]!) : whole));
}
