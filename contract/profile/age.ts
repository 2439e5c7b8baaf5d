/**
 * Whole years on a day, both as YYYY-MM-DD. A birthday counts once it is reached; born on 29
 * February, it is 1 March in a common year.
 */
export const ageOn = (birthDate: string, today: string): number =>
  Number(today.slice(0, 4)) -
  Number(birthDate.slice(0, 4)) -
  (today.slice(5) < birthDate.slice(5) ? 1 : 0)
