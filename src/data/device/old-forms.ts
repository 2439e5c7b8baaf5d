import { DAY_MS, FORM_DRAFT_DAYS } from '#contract/limits'
import { storedKeysWith, storage } from './storage'

/**
 * Removes what was typed in long forms (src/parts/form/kept-form.ts) and neither saved nor given up,
 * also where the form is never opened again: an event holds a precise address.
 */
export const removeOldFormDrafts = (): void => {
  for (const key of storedKeysWith('form_draft:')) {
    const kept = storage.get(key) as { readonly at?: number } | undefined
    // without a time: written by an older version
    if (!kept?.at || kept.at <= Date.now() - FORM_DRAFT_DAYS * DAY_MS) storage.remove(key)
  }
}
