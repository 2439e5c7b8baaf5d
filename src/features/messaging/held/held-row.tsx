import { lazy, memo, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { HeldMessage } from '#contract/messaging/held'
import { saidBy } from '../../../data/http/api-error'
import { session } from '../../../data/session/session'
import { toast } from '../../../data/state/toasts'
import { cx } from '../../../lib/cx'
import { timeShort } from '../../../lib/dates'
import { Button } from '../../../ui/forms/button'
import { IconPending } from '../../../ui/icons/chat'
import { approve, loadHeld, withdraw } from '../state/held'
import { giveText } from '../state/open-composer'
import { OwnAuthor, Tick, type Genders } from '../thread/message/bubble'
import bubble from '../thread/message/bubble.module.css'
import { MessageText } from '../thread/message/message-text'
import { PhotoGrid } from '../thread/message/photo-grid'
import { QuoteBlock } from '../thread/message/quote'
import type { HeldRowData } from '../thread/rows'
import styles from './held.module.css'
import { askedOf, nameOf, namesOf } from './names'

const AmendDialog = lazy(async () => ({ default: (await import('./amend-dialog')).AmendDialog }))

const failed = (error: unknown, id: string): void => {
  toast(saidBy(error) ?? 'Le réseau est coupé. Réessayez dans un instant.', {
    kind: 'error',
    durationMs: 6_000,
  })
  void loadHeld(id).catch(() => undefined)
}

/** Whose yes is missing, and what may be done: agree, change the text, take it back. */
const Acts = ({ held }: { held: HeldMessage }) => {
  const { account, mode, activeIdentityId } = useSnapshot(session)
  const [busy, setBusy] = useState<string | null>(null)
  const [amends, setAmends] = useState(false)
  const missing = held.wanted.filter((id) => !held.agreed.includes(id))
  const asked = askedOf(missing, mode, activeIdentityId)
  const run = async (what: string, work: () => Promise<void>): Promise<void> => {
    setBusy(what)
    await work().catch((error: unknown) => failed(error, held.conversationId))
    setBusy(null)
  }
  const back = (): Promise<void> =>
    run('back', async () => {
      const { content } = await withdraw(held)
      const isGiven = !content || giveText(held.conversationId, content)
      const photos =
        held.media.length > 0 ? ' Les photos restent dans «\u00a0Mes photos\u00a0».' : ''
      toast(
        isGiven
          ? `Rien n’est parti. Le texte est revenu dans le champ de saisie.${photos}`
          : `Rien n’est parti, et un autre message est en cours\u00a0: votre texte était «\u00a0${content}\u00a0».${photos}`,
        { kind: 'info', durationMs: isGiven ? 5_000 : 15_000 },
      )
    })
  return (
    <div className={styles.below}>
      <p className={styles.waits}>Attend l’accord de {namesOf(account, missing)}</p>
      <div className={styles.acts}>
        {asked.map((id) => (
          <Button
            key={id}
            size="sm"
            variant="primary"
            busy={busy === id}
            disabled={busy !== null && busy !== id}
            onClick={() => void run(id, () => approve(held, id))}
          >
            {asked.length > 1 ? `Accord de ${nameOf(account, id)}` : 'Donner mon accord'}
          </Button>
        ))}
        <Button size="sm" disabled={busy !== null} onClick={() => setAmends(true)}>
          Modifier
        </Button>
        <Button
          size="sm"
          busy={busy === 'back'}
          disabled={busy !== null && busy !== 'back'}
          onClick={() => void back()}
        >
          Reprendre
        </Button>
      </div>
      <Suspense fallback={null}>
        {amends ? <AmendDialog held={held} onClose={() => setAmends(false)} /> : null}
      </Suspense>
    </div>
  )
}

/** A message that waits for an agreement; nobody else sees it. */
export const HeldRow = memo(({ row, genders }: { row: HeldRowData; genders: Genders }) => {
  const { held } = row
  const photos = held.media.length > 0
  return (
    <div role="listitem" className={bubble.item} data-held={held.id}>
      <div className={cx(bubble.line, bubble.own, bubble.first)}>
        <div
          className={cx(
            bubble.bubble,
            photos && bubble.withPhotos,
            photos && !held.content && bubble.bare,
            styles.bubble,
          )}
        >
          <OwnAuthor
            identityId={held.senderIdentityId}
            both={held.senderIdentityId === null}
            genders={genders}
          />
          {held.quote ? <QuoteBlock quote={held.quote} /> : null}
          {photos ? <PhotoGrid photos={held.media} onOpen={() => undefined} /> : null}
          <div className={bubble.words}>
            {held.content ? <MessageText text={held.content} /> : null}
            <span className={bubble.meta}>
              <time dateTime={held.createdAt}>{timeShort(held.createdAt)}</time>
              <Tick label="En attente d’un accord">
                <IconPending size={15} />
              </Tick>
            </span>
          </div>
        </div>
        <Acts held={held} />
      </div>
    </div>
  )
})
