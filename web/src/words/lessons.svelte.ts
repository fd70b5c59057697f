/** The texts of the guide and of the introduction. They are loaded when one of them is shown. */
import { LateTexts } from './late.svelte';
import type { Texts } from './texts';

export const lessons = new LateTexts(import.meta.glob<{ default: Texts }>('./lessons/*.json'));
