/** Whether two persons share the account with these identities; none, or one: a single person. */
export const isCouple = (identities: readonly unknown[] | null | undefined): boolean =>
  (identities?.length ?? 0) > 1
