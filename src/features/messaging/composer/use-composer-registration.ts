import { useEffect, useEffectEvent } from 'react'
import { registerComposer, type OpenComposer } from '../state/open-composer'
import { quotingState } from './quoting'
import type { useDraft } from './use-draft'

/** Lets the draft of a conversation take text and photos from outside of its composer. */
export const useComposerRegistration = (id: string, draft: ReturnType<typeof useDraft>): void => {
  const takeText = useEffectEvent<OpenComposer['takeText']>((text) => {
    if (!draft.now.current || draft.now.current.text.trim() !== '') return false
    draft.setText(text)
    return true
  })
  const addPhotos = useEffectEvent<OpenComposer['addPhotos']>((files) => draft.add(files))
  const takeDraft = useEffectEvent<OpenComposer['takeDraft']>(({ text, photos, quote }) => {
    // what was begun meanwhile stays behind it
    draft.setText((begun) => (begun.trim() === '' ? text : `${text}\n${begun}`))
    draft.setPhotos((begun) => [...photos, ...begun])
    if (quote) quotingState.byConversation[id] ??= quote
  })
  useEffect(
    () =>
      registerComposer(id, {
        takeText: (text) => takeText(text),
        addPhotos: (files) => addPhotos(files),
        takeDraft: (given) => takeDraft(given),
      }),
    [id],
  )
}
