import { useEffect, useRef, useState } from 'react'
import { convertPhoto } from '../../../data/media/images'
import type { CheckedPhoto } from '../../../parts/blur/face-gate'
import { peopleChoiceFor } from '../../../data/media/people'
import { uploadMedia } from '../../../data/media/upload'
import { serverMessageOf } from '../../../data/http/api-error'

/** Uploads the chosen banner; leaving the form cancels it. */
export const useBannerUpload = ({
  onChange,
  onBusy,
}: {
  onChange: (mediaId: string | null) => void
  onBusy: (busy: boolean) => void
}) => {
  const [local, setLocal] = useState<string | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState<string>()
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  useEffect(
    () => () => {
      if (local) URL.revokeObjectURL(local)
    },
    [local],
  )

  /** `take` gives the photo, which may still have to be drawn. */
  const send = async (
    take: () => CheckedPhoto | Promise<CheckedPhoto>,
    people = peopleChoiceFor('banner'),
  ): Promise<void> => {
    const ending = (stop.current = new AbortController())
    setFailure(undefined)
    setProgress(0)
    onBusy(true)
    try {
      const { file, spots } = await take()
      const photo = await convertPhoto(file, { spots, signal: ending.signal })
      if (photo.status === 'refused') return setFailure(photo.message)
      const blob = photo.status === 'converted' ? photo.blob : file
      const { mediaId } = await uploadMedia(blob, {
        filename: 'banniere.jpg',
        people,
        onProgress: setProgress,
        signal: ending.signal,
      })
      setLocal(URL.createObjectURL(blob))
      onChange(mediaId)
    } catch (thrown) {
      if (!ending.signal.aborted)
        setFailure(serverMessageOf(thrown) ?? 'La photo n’a pas pu être envoyée. Réessayez.')
    } finally {
      if (!ending.signal.aborted) {
        setProgress(null)
        onBusy(false)
      }
    }
  }
  return {
    /** Object URL of the uploaded picture. */
    local,
    /** From 0 to 1; null: nothing is being uploaded. */
    progress,
    failure,
    send,
    remove: (): void => {
      setLocal(null)
      onChange(null)
    },
  }
}
