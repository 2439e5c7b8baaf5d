// @vitest-environment jsdom
import '../../../../support/browser/dom-shims'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useDraft } from '../../../../../src/features/messaging/composer/use-draft'
import type { Photo } from '../../../../../src/features/messaging/state/model'
import { photo } from '../../../../support/image/looks'
import { CONVERSATION } from '../../../../support/world/messages'
import { startWriting } from './writing-setup'

const stored = vi.hoisted(() => ({
  restored: undefined as ((key: string, photos: readonly Photo[]) => void) | undefined,
}))
vi.mock(import('../../../../../src/features/messaging/composer/draft-box'), async (original) => ({
  ...(await original()),
  onDraftRestored: (listener) => {
    stored.restored = listener
    return () => undefined
  },
}))

beforeEach(startWriting)

test('a photo chosen while the photos of the draft are being read stays, after them', () => {
  const { result } = renderHook(() => useDraft(CONVERSATION, 'i'))
  act(() => result.current.add([photo('avant.jpg')]))
  const [before] = result.current.photos
  act(() => result.current.remove(before!.id))
  act(() => {
    result.current.add([photo('choisie.jpg')])
    // the read ends before the page has rendered the choice
    stored.restored?.(`${CONVERSATION}:i`, [{ ...before!, pending: false }])
  })
  const names = ['avant.jpg', 'choisie.jpg']
  expect(result.current.photos.map((p) => p.file.name)).toEqual(names)
  // a read that is repeated adds nothing
  act(() => stored.restored?.(`${CONVERSATION}:i`, [{ ...before!, pending: false }]))
  expect(result.current.photos.map((p) => p.file.name)).toEqual(names)
})
