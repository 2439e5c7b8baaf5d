import { useEffect, useEffectEvent, useState } from 'react'
import { openBrief, type BriefMode } from '#contract/messaging/brief'
import { ApiError, call } from '../../../data/http/api'
import { Button } from '../../../ui/forms/button'
import { Spinner } from '../../../ui/feedback/spinner'
import { Dialog } from '../../../ui/overlay/dialog'
import styles from './brief.module.css'

interface Props {
  readonly id: string
  /** The same for every attempt of this opening: a lost reply is retried. */
  readonly viewId: string
  readonly mode: BriefMode
  readonly onGone: () => void
  readonly onClose: () => void
}
type State = { readonly url: string } | 'loading' | 'failed' | 'gone'

/** The bytes of one opening, in this page only. */
const useOpened = ({ id, viewId, onGone }: Props) => {
  const [state, setState] = useState<State>('loading')
  const [tries, setTries] = useState(0)
  const gone = useEffectEvent(onGone)
  useEffect(() => {
    let url: string | null = null
    let isHere = true
    setState('loading')
    call(openBrief, { params: { id }, body: { view_id: viewId } }).then(
      ({ jpeg }) => {
        if (!isHere) return
        const bytes = Uint8Array.from(atob(jpeg), (c) => c.charCodeAt(0))
        url = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }))
        setState({ url })
      },
      (error: unknown) => {
        if (!isHere) return
        const isGone = error instanceof ApiError && [404, 410].includes(error.status)
        setState(isGone ? 'gone' : 'failed')
        if (isGone) gone()
      },
    )
    return () => {
      isHere = false
      if (url) URL.revokeObjectURL(url)
    }
  }, [id, viewId, tries])
  return { state, retry: () => setTries((n) => n + 1) }
}

/** A photo over the whole screen; it closes when the app leaves the screen. */
export const BriefViewer = (props: Props) => {
  const { mode, onClose } = props
  const { state, retry } = useOpened(props)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const hide = (): void => {
      if (document.visibilityState === 'hidden') close()
    }
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [])
  return (
    <Dialog open onClose={onClose} title="Photo éphémère" titleHidden size="full">
      <div className={styles.viewer} onContextMenu={(event) => event.preventDefault()}>
        {state === 'loading' ? <Spinner size={32} label="Ouverture de la photo" /> : null}
        {state === 'gone' ? <p>Cette photo n’est plus disponible.</p> : null}
        {state === 'failed' ? (
          <div className={styles.failed} role="alert">
            <p>
              La photo n’est pas arrivée. Elle n’est pas perdue{'\u00a0'}: réessayez dans la minute.
            </p>
            <Button onClick={retry}>Réessayer</Button>
          </div>
        ) : null}
        {typeof state === 'object' ? (
          <img src={state.url} alt="Éphémère" className={styles.picture} draggable={false} />
        ) : null}
        <div className={styles.foot}>
          {mode === 'once' && typeof state === 'object' ? (
            <p>Quand vous la fermez, elle ne se rouvre plus.</p>
          ) : null}
          <Button data-autofocus="" onClick={onClose}>
            Fermer
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
