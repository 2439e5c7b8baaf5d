import { useEffect, useState, type DragEvent } from 'react'
import { addPhotosToComposer, hasOpenComposer } from '../state/open-composer'

const hasFiles = (event: { readonly dataTransfer: DataTransfer | null }): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false

/** A file dropped beside the conversation is not opened in place of the app. */
const useNoFileOpens = (): void =>
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent): void => {
      if (event.defaultPrevented || !hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])

/**
 * Photos dropped anywhere on a conversation go to its composer; its button does the same for the
 * keyboard. `isOver`: files are held over it now.
 */
export const usePhotoDrop = (id: string) => {
  const [isOver, setOver] = useState(false)
  useNoFileOpens()
  const takes = (event: DragEvent): boolean => hasFiles(event) && hasOpenComposer(id)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent): void => {
        if (!takes(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      },
      onDragLeave: (event: DragEvent): void => {
        const { relatedTarget } = event
        if (!(relatedTarget instanceof Node && event.currentTarget.contains(relatedTarget)))
          setOver(false)
      },
      onDrop: (event: DragEvent): void => {
        setOver(false)
        if (!takes(event)) return
        event.preventDefault()
        addPhotosToComposer(id, event.dataTransfer.files)
      },
    },
  }
}
