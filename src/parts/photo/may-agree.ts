import { BOTH, NOBODY, OTHERS, type PeopleChoice } from '../../data/media/people'

/** Whether the acting identity, or one of both at once, may agree by this choice. */
export const mayAgree = (choice: PeopleChoice, acting: string | null): boolean =>
  choice !== NOBODY && choice !== OTHERS && (acting === null || [BOTH, acting].includes(choice))
