import { useState } from 'react'
import { DAY_MS } from '#contract/limits'
import { updateAlbumShare } from '#contract/albums/shares'
import { call } from '../../data/http/api'
import { useAsyncAction } from '../../parts/form/use-async-action'
import { dateLong } from '../../lib/dates'
import { Button } from '../../ui/forms/button'
import { Done } from './answers'
import styles from './news.module.css'

const WEEK_MS = 7 * DAY_MS

/** One press: the share of an album that ends goes on for a week. */
export const ExtendShare = ({ id }: { id: string }) => {
  const { busy, run } = useAsyncAction()
  const [until, setUntil] = useState<string>()
  const extend = () =>
    run(async () => {
      // read by an older server only, during a deployment: the newer one adds the week itself
      const expires_at = new Date(Date.now() + WEEK_MS).toISOString()
      const body = { for: 'week', expires_at } as const
      const { share } = await call(updateAlbumShare, { params: { id }, body })
      setUntil(share.expires_at ?? expires_at)
    }, 'Le partage n’est pas prolongé. Vérifiez votre connexion.')
  return (
    <div className={styles.answers}>
      {until ? (
        <Done pressed text={`Prolongé jusqu’au ${dateLong(until)}`} />
      ) : (
        <Button size="sm" busy={busy} onClick={() => void extend()}>
          Prolonger d’une semaine
        </Button>
      )}
    </div>
  )
}
