import { lazy, Suspense } from 'react'
import { EVENT_DESCRIPTION_MAX, EVENT_TITLE_MAX } from '#contract/limits'
import { Card } from '../../../ui/layout/card'
import { TextArea } from '../../../ui/forms/text-area'
import { TextField } from '../../../ui/forms/text-field'
import type { Draft } from './form'
import type { Errors } from './errors'
import styles from './form.module.css'

// loads the upload path along with the section
const BannerField = lazy(async () => ({ default: (await import('./banner-field')).BannerField }))

export interface Section {
  readonly draft: Draft
  readonly errors: Errors
  readonly set: (patch: Partial<Draft>) => void
}

/** Banner, title, dates, description. */
export const Essentials = ({
  draft,
  errors,
  set,
  bannerUrl,
  eventId,
  onBusy,
}: Section & {
  bannerUrl: string | null
  /** Missing: a new one. */
  eventId: string | undefined
  onBusy: (busy: boolean) => void
}) => (
  <Card as="section" title="L’essentiel">
    <div className={styles.fields}>
      <div data-field="bannerId">
        <Suspense fallback={null}>
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
      <div data-field="title">
        <TextField
          label="Titre"
          value={draft.title}
          error={errors.title}
          onChange={(title) => set({ title })}
          maxLength={EVENT_TITLE_MAX}
          autoComplete="off"
        />
      </div>
      <div className={styles.two}>
        <div data-field="start">
          <TextField
            label="Début"
            type="datetime-local"
            value={draft.start}
            error={errors.start}
            onChange={(start) => set({ start })}
            hint="Heure de Paris"
          />
        </div>
        <div data-field="end">
          <TextField
            label="Fin"
            required={false}
            type="datetime-local"
            value={draft.end}
            error={errors.end}
            onChange={(end) => set({ end })}
            min={draft.start}
          />
        </div>
      </div>
      <div data-field="description">
        <TextArea
          label="Description"
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
