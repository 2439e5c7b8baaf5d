import { useRef, useState } from 'react'
import { listAlbumRequests } from '#contract/albums/requests'
import { call } from '../../../data/http/api'
import { useData } from '../../../data/http/cache'
import { memberListKey } from '../../../data/http/keys'
import { openPanel } from '../../../data/state/panels'
import { toast } from '../../../data/state/toasts'
import { dayShort } from '../../../lib/dates'
import { NBSP, plural } from '../../../lib/text'
import { RequestAnswer } from '../../../parts/album/request-answer'
import { AccountAvatar } from '../../../parts/member/avatar'
import { ArtPhotos } from '../../../ui/art/photos'
import { Badge } from '../../../ui/display/badge'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { Button } from '../../../ui/forms/button'
import { ListRow } from '../../../ui/layout/list-row'
import { Drawer } from '../../../ui/overlay/drawer'
import { useRowFocus } from '../../../ui/overlay/use-row-focus'
import styles from './requests.module.css'

/** «Demandes»: members who ask to see a private album; absent while there are none. */
export const Requests = () => {
  const { data = [] } = useData(
    memberListKey('requests'),
    async () => (await call(listAlbumRequests, {})).requests,
  )
  const [open, setOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useRowFocus(list)
  const visit = (id: string): void => {
    setOpen(false)
    openPanel({ kind: 'profile', id })
  }
  return (
    <>
      {data.length > 0 || open ? (
        <Button size="sm" className={styles.button} onClick={() => setOpen(true)}>
          Demandes{' '}
          <Badge count={data.length} label={`${NBSP}: ${plural(data.length, 'demande')}`} />
        </Button>
      ) : null}
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title="Demandes"
        subtitle="Un refus ne se voit pas&nbsp;: la personne reste simplement sans réponse."
      >
        {data.length === 0 ? (
          <EmptyState
            art={<ArtPhotos />}
            level={3}
            title="Aucune demande en attente"
            text="Les demandes pour voir vos albums privés arriveront ici."
          />
        ) : null}
        <ul ref={list} className={styles.list} tabIndex={-1}>
          {data.map(({ id, album, words, askedAt, from }) => (
            <li key={id}>
              <ListRow
                leading={<AccountAvatar account={from} size={40} />}
                title={from.account_handle}
                subtitle={`Album «${NBSP}${album.name}${NBSP}»`}
                aside={dayShort(askedAt)}
                onClick={() => visit(from.id)}
              />
              <div className={styles.answer}>
                <RequestAnswer
                  id={id}
                  words={words}
                  onDone={(said) => toast(`${from.account_handle}${NBSP}: ${said}.`)}
                />
              </div>
            </li>
          ))}
        </ul>
      </Drawer>
    </>
  )
}
