import { SkeletonRows } from '../../ui/feedback/skeleton-rows'
import { LoadFailure } from './load-failure'

/** In place of data that are not there: rows while they load, else why they cannot be shown. */
export const NotLoaded = ({
  error,
  title = 'Rien à montrer',
  gone,
  rows,
  onRetry,
}: {
  error: Error | undefined
  title?: string
  gone: string
  rows?: number
  onRetry: () => void
}) =>
  error ? (
    <LoadFailure failure={error} title={title} gone={gone} onRetry={onRetry} />
  ) : (
    <SkeletonRows count={rows} />
  )
