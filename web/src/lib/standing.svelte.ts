/** Whether the operator has banned this player, and why, as the last refusal said. */
class Standing {
  banned = $state<string | null>(null);
}

export const standing = new Standing();
