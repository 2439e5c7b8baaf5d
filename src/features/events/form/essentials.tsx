import { Suspense } from 'react'
import { EVENT_DESCRIPTION_MAX, EVENT_TITLE_MAX } from '#contract/limits'
import { lazyPart } from '../../../data/start/lazy-part'
import { Card } from '../../../ui/layout/card'
import { TextArea } from '../../../ui/forms/text-area'
import { DraftField, type FormSectionProps } from './draft-field'
import styles from './form.module.css'

// loads the upload path along with the section
const BannerField = lazyPart(() => import('./banner-field').then((m) => m.BannerField))

/** Banner, title, dates, description. */
export const Essentials = ({
  section,
  bannerUrl,
  eventId,
  onBusy,
}: {
  section: FormSectionProps
  bannerUrl: string | null
  /** Missing: a new one. */
  eventId: string | undefined
  onBusy: (busy: boolean) => void
}) => {
  const { draft, errors, set } = section
  return (
    <Card as="section" title="L’essentiel">
      <div className={styles.fields}>
        <div data-field="bannerId">
          <Suspense fallback={<div className={styles.banner} />}>
            <BannerField
              saved={bannerUrl}
              eventId={eventId}
              value={draft.bannerId}
              error={errors.bannerId}
              onChange={(bannerId) => set({ bannerId })}
              onBusy={onBusy}
            />
          </Suspense>
        </div>
        <DraftField {...section} name="title" label="Titre" maxLength={EVENT_TITLE_MAX} />
        <div className={styles.two}>
          <DraftField
            {...section}
            name="start"
            label="Début"
            type="datetime-local"
            hint="Heure de Paris"
          />
          <DraftField
            {...section}
            name="end"
            label="Fin"
            required={false}
            type="datetime-local"
            min={draft.start}
          />
        </div>
        <div data-field="description">
          <TextArea
            label="Description"
            required={false}
            value={draft.description}
            error={errors.description}
            onChange={(description) => set({ description })}
            maxLength={EVENT_DESCRIPTION_MAX}
            counter
            minHeight={140}
            maxHeight={420}
          />
        </div>
      </div>
    </Card>
  )
}
