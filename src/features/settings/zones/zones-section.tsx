import { useRef, useState } from 'react'
import {
  exceptFromZones,
  removeZone,
  ZONES_MAX,
  type Zone,
  type ZoneRelation,
} from '#contract/zones'
import { call } from '../../../data/http/api'
import { toast } from '../../../data/state/toasts'
import { inCity } from '../../../lib/city'
import { NBSP } from '../../../lib/text'
import { ErrorState } from '../../../ui/feedback/error-state'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { Button } from '../../../ui/forms/button'
import { Switch } from '../../../ui/forms/switch'
import { IconMap } from '../../../ui/icons/nav'
import { Card } from '../../../ui/layout/card'
import { confirm } from '../../../ui/overlay/confirm'
import { useRowFocus } from '../../../ui/overlay/use-row-focus'
import { refusalText } from '../say'
import styles from '../settings.module.css'
import { reloadZones, useZones } from './api'
import { radiusText, ZoneForm } from './zone-form'

const RULE = `Vous et les membres qui vivent dans une de vos zones ne vous voyez plus${NBSP}: ni profil, ni carte, ni sortie. Une discussion à deux se lit encore, sans que l’on puisse y écrire${NBSP}; un groupe commun reste tel quel. Chacun quitte les sorties de l’autre. Personne n’en est averti.`

const ZoneRow = ({ zone }: { zone: Zone }) => {
  const remove = async (): Promise<void> => {
    const agreed = await confirm({
      title: `Redevenir visible ${inCity(zone.city)}${NBSP}?`,
      message: 'Les membres qui y vivent et vous pourrez de nouveau vous voir.',
      confirmLabel: 'Retirer la zone',
    })
    if (!agreed) return
    try {
      await call(removeZone, { params: { id: zone.id } }, { identity: 'none' })
    } catch (error) {
      toast(refusalText(error, 'Cette zone n’a pas pu être retirée.'), { kind: 'error' })
    }
    await reloadZones()
  }
  return (
    <li className={styles.session}>
      <IconMap size={22} />
      <div>
        <b>{zone.city}</b>
        <small>{radiusText(zone.radius_km)}</small>
      </div>
      <Button
        size="sm"
        data-opens=""
        aria-label={`Retirer ${zone.city}`}
        onClick={() => void remove()}
      >
        Retirer
      </Button>
    </li>
  )
}

const ExceptionRow = ({ relation }: { relation: ZoneRelation }) => {
  const [busy, setBusy] = useState(false)
  const change = async (excepted: boolean): Promise<void> => {
    setBusy(true)
    try {
      await call(
        exceptFromZones,
        { params: { id: relation.account_id }, body: { excepted } },
        { identity: 'none' },
      )
    } catch (error) {
      toast(refusalText(error, 'Ce réglage n’a pas pu être enregistré.'), { kind: 'error' })
    }
    await reloadZones()
    setBusy(false)
  }
  return (
    <Switch
      label={`Rester visible pour ${relation.account_handle}`}
      hint={relation.city}
      checked={relation.excepted}
      busy={busy}
      onChange={(on) => void change(on)}
    />
  )
}

/** «Zones discrètes»: communes where the member is not shown. */
export const ZonesSection = () => {
  const { data, error, mutate } = useZones()
  const place = useRef<HTMLDivElement>(null)
  useRowFocus(place)
  if (!data)
    return error ? (
      <ErrorState text="Vos zones n’ont pas pu être chargées." onRetry={() => void mutate()} />
    ) : (
      <SkeletonRows count={3} />
    )
  return (
    <Card as="section" label="Zones discrètes">
      <div ref={place} className="stack" tabIndex={-1}>
        <p className={styles.quiet}>{RULE}</p>
        <p className={styles.quiet}>
          Seule compte la commune que chacun indique dans son profil. Vos zones ne sont montrées à
          personne, pas même à l’équipe.
        </p>
        {data.zones.length > 0 ? (
          <ul className={styles.sessions} aria-label="Vos zones">
            {data.zones.map((zone) => (
              <ZoneRow key={zone.id} zone={zone} />
            ))}
          </ul>
        ) : null}
        {data.relations.length > 0 ? (
          <div className={styles.part}>
            <h3>Vos relations dans ces zones</h3>
            {data.relations.map((relation) => (
              <ExceptionRow key={relation.account_id} relation={relation} />
            ))}
          </div>
        ) : null}
        <hr className={styles.line} />
        {data.zones.length < ZONES_MAX ? (
          <ZoneForm onDone={reloadZones} />
        ) : (
          <p className={styles.quiet}>
            Cinq zones au plus&nbsp;: retirez-en une pour en ajouter une autre.
          </p>
        )}
      </div>
    </Card>
  )
}
