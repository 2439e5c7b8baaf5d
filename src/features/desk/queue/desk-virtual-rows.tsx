import { useImperativeHandle, useRef, type Ref } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { CaseLine } from '#contract/staff/cases'
import { Row } from './row'

const ROW_PX = 92

export interface RowsHandle {
  readonly show: (index: number) => void
}

/** A long queue: only the visible rows are rendered. Scrolls in its parent element. */
export const VirtualRows = ({
  lines,
  active,
  handle,
}: {
  lines: readonly CaseLine[]
  active: string | null
  handle: Ref<RowsHandle>
}) => {
  const list = useRef<VirtualizerHandle>(null)
  useImperativeHandle(handle, () => ({
    show: (index) => list.current?.scrollToIndex(index, { align: 'nearest' }),
  }))
  return (
    <Virtualizer ref={list} data={lines} itemSize={ROW_PX} as="ul" item="li">
      {(line) => <Row key={line.id} line={line} active={line.id === active} />}
    </Virtualizer>
  )
}
