import type { Seat } from './wire';

/** The seats in their order at the table. */
export const SEATS: readonly Seat[] = ['A', 'B', 'C', 'D'];
