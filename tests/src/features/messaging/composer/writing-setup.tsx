import { act, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { vi } from 'vitest'
import { session } from '../../../../../src/data/session/session'
import { PhotoDesk } from '../../../../../src/features/messaging/composer/photo-desk'
import { useDraft } from '../../../../../src/features/messaging/composer/use-draft'
import { useSubmit } from '../../../../../src/features/messaging/composer/use-submit'
import { resetMessaging } from '../../../../../src/features/messaging/state/store'
import { photo } from '../../../../support/image/looks'
import { CONVERSATION, OWN, uid } from '../../../../support/world/messages'

export let draft: ReturnType<typeof useDraft>
export let submit: () => Promise<void>

/** The photos of a composer, without its text. */
export const Writing = () => {
  const own = useDraft(CONVERSATION, 'i')
  const sending = useSubmit(CONVERSATION, own, () => undefined)
  useEffect(() => {
    draft = own
    ;({ submit } = sending)
  })
  return <PhotoDesk draft={own} submit={sending} onConfirmed={() => undefined} />
}

export const settle = (work: () => unknown): Promise<void> =>
  act(async () => {
    await work()
    await vi.dynamicImportSettled()
  })

/** Chooses photos and waits for the editor of the first. */
export const choose = async (...names: string[]): Promise<void> => {
  await settle(() => draft.add(names.map(photo)))
  await screen.findByRole('img', { name: 'Aperçu' }, { timeout: 5_000 })
}

/** Before each test: a member of one identity, who has written nothing. */
export const startWriting = (): void => {
  URL.createObjectURL = () => 'blob:made'
  URL.revokeObjectURL = () => undefined
  resetMessaging()
  Object.assign(session, {
    phase: 'signed-in',
    accountId: OWN,
    account: null,
    activeIdentityId: uid('identity', 1),
    mode: 'single',
    identityIds: [],
  })
}
