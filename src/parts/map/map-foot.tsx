import ground from './map-ground.module.css'

/** Credit and notice of what a map shows. */
export interface MapNotes {
  readonly credit: string
  /** What is missing from it; null: nothing. */
  readonly notice: string | null
}
export const NO_NOTES: MapNotes = { credit: '', notice: null }

/** At the lower edge of a map. */
export const MapFoot = ({ notes: { credit, notice } }: { notes: MapNotes }) =>
  credit ? (
    <div className={ground.foot}>
      {notice ? <p role="status">{notice}</p> : null}
      <small>{credit}</small>
    </div>
  ) : null
