/** Ends the reply where there is no second person. */
const ANSWERED_ALONE =
  'Cette réponse vient de la personne qui avait pris la décision\u00a0: l’équipe n’en compte pas d’autre qui puisse la relire.'

/** What a member reads whose objection the first person had to answer. */
export const withAloneNotice = (answer: string, isAlone: boolean): string =>
  isAlone ? `${answer}\n\n${ANSWERED_ALONE}` : answer
