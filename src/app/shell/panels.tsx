import { Suspense, useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { useSnapshot } from 'valtio'
import { appName, config } from '../../data/start/config'
import {
  closeTop,
  panels,
  type OpenPanel,
  type Panel,
  type PanelProps,
} from '../../data/state/panels'
import { APP_VERSION } from '../../data/start/version'
import { lazyPart } from '../../data/start/lazy-part'
import { Button } from '../../ui/forms/button'
import { Dialog } from '../../ui/overlay/dialog'
import { Logo } from '../../ui/display/logo'
import styles from './panels.module.css'

const SettingsPanel = lazyPart(() =>
  import('../../features/settings/panel').then((m) => m.SettingsPanel),
)
const FeedbackPanel = lazyPart(() =>
  import('../../features/feedback/panel').then((m) => m.FeedbackPanel),
)
const GroupPanel = lazyPart(() =>
  import('../../features/messaging/panel').then((m) => m.GroupPanel),
)
const EventPanel = lazyPart(() => import('../../features/events/panel').then((m) => m.EventPanel))
const FindPanel = lazyPart(() =>
  import('../../features/messaging/find-panel').then((m) => m.FindPanel),
)
const ShareAlbumPanel = lazyPart(() =>
  import('../../features/messaging/share-album-panel').then((m) => m.ShareAlbumPanel),
)
const DrivePanel = lazyPart(() => import('../../features/albums/panel').then((m) => m.DrivePanel))
const CameraPanel = lazyPart(() =>
  import('../../parts/photo/camera-panel').then((m) => m.CameraPanel),
)
const ProfilePanel = lazyPart(() => import('../routes/profile-panel').then((m) => m.ProfilePanel))

const About = ({ open, onClose }: PanelProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="À propos"
    size="sm"
    footer={
      <Button variant="primary" onClick={onClose}>
        Fermer
      </Button>
    }
  >
    <div className={styles.about}>
      <Logo size="2xl" label={appName()} />
      <p>
        <b>{appName()}</b>
        <br />
        Version {APP_VERSION}
      </p>
      <p className="quiet">
        Une communauté discrète&nbsp;: aucune publicité,{' '}
        {config()?.visits
          ? 'et des visites comptées seulement si vous l’acceptez.'
          : 'aucun traceur, aucune demande à un autre site.'}
      </p>
      <p className="quiet">Polices Figtree et Fraunces, licence SIL OFL 1.1.</p>
      <p className="quiet">
        <a href="/licences.txt" target="_blank" rel="noopener">
          Logiciels libres utilisés, et leurs licences
        </a>
      </p>
    </div>
  </Dialog>
)

type WithDetails = 'settings' | 'profile' | 'group' | 'event' | 'share-album'
/** Panels of which only the kind is known. */
const SIMPLE: Readonly<
  Record<Exclude<Panel['kind'], WithDetails | 'menu'>, ComponentType<PanelProps>>
> = {
  find: FindPanel,
  feedback: FeedbackPanel,
  about: About,
  drive: DrivePanel,
  camera: CameraPanel,
}
const renderPanel = (panel: Panel, props: PanelProps) => {
  if (panel.kind === 'settings') return <SettingsPanel page={panel.page} {...props} />
  if (panel.kind === 'profile')
    return <ProfilePanel id={panel.id} album={panel.album} at={panel.at} {...props} />
  if (panel.kind === 'group') return <GroupPanel id={panel.id} {...props} />
  if (panel.kind === 'event') return <EventPanel id={panel.id} {...props} />
  if (panel.kind === 'share-album')
    return <ShareAlbumPanel id={panel.id} handle={panel.handle} {...props} />
  // drawn by the profile menu itself
  if (panel.kind === 'menu') return null
  const Simple = SIMPLE[panel.kind]
  return <Simple {...props} />
}

/** Longest exit of a panel, ms: drawers slide for 300. */
const CLOSING_MS = 320

interface Slot {
  readonly key: string
  readonly panel: Panel
  readonly level: number
  readonly open: boolean
}

/** The slots of what is open and of what has just closed; each keeps its place, so that it is not mounted again. */
const slotsOf = (before: readonly Slot[], stack: readonly OpenPanel[]): Slot[] => {
  const open = new Set(stack.map((p) => p.key))
  const known = new Set(before.map((slot) => slot.key))
  return [
    ...before.map((slot) => ({ ...slot, open: open.has(slot.key) })),
    ...stack.flatMap(({ key, panel }, level) =>
      known.has(key) ? [] : [{ key, panel, level, open: true }],
    ),
  ]
}

/** Calls `onShown` when the panel before it is shown: the code of both is awaited together. */
const Shown = ({ onShown }: { onShown: () => void }) => {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  useLayoutEffect(onShown, [])
  return null
}

/** Closes the panels whose code is still awaited when the member opens another one above them. */
const useCloseAwaited = (stack: readonly OpenPanel[], ready: ReadonlySet<string>): void => {
  const known = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const before = known.current
    known.current = new Set(stack.map(({ key }) => key))
    const top = stack.at(-1)
    if (!top || before.has(top.key)) return
    const isAwaited = ({ key }: OpenPanel): boolean => before.has(key) && !ready.has(key)
    if (stack.some(isAwaited)) panels.stack = panels.stack.filter((open) => !isAwaited(open))
  }, [stack, ready])
}

const LATE_MS = 1_000
/** Gives up panels whose code is late once the member types: they would take the focus from the field. */
const useLeaveTyping = (awaited: string | undefined): void => {
  useEffect(() => {
    if (awaited === undefined) return
    const since = performance.now()
    const onInput = (): void => {
      if (performance.now() - since < LATE_MS) return
      panels.stack = panels.stack.filter(({ key }) => key !== awaited)
    }
    document.addEventListener('input', onInput)
    return () => document.removeEventListener('input', onInput)
  }, [awaited])
}

/**
 * The stack of panels; a closed one stays mounted while it slides out. The last dialog to open is on
 * top, so that a panel waits for those that are opened with it, below it.
 */
export const PanelHost = () => {
  const stack = useSnapshot(panels).stack as readonly OpenPanel[]
  const [shown, setShown] = useState<readonly Slot[]>([])
  const [ready, setReady] = useState<ReadonlySet<string>>(new Set())
  useCloseAwaited(stack, ready)
  useEffect(() => {
    setShown((before) => slotsOf(before, stack))
    const timer = setTimeout(
      () => setShown((before) => before.filter((slot) => slot.open)),
      CLOSING_MS,
    )
    return () => clearTimeout(timer)
  }, [stack])
  const slots = slotsOf(shown, stack)
  const awaited = slots.findIndex(({ key, open }) => open && !ready.has(key))
  useLeaveTyping(slots[awaited]?.key)
  return (
    <>
      {slots.slice(0, awaited < 0 ? undefined : awaited + 1).map(({ key, panel, level, open }) => (
        <div key={key} className={styles.slot}>
          {/* one whose code is awaited leaves those below it on the screen */}
          <Suspense fallback={null}>
            {renderPanel(panel, { open, level, onClose: closeTop })}
            <Shown onShown={() => setReady((before) => new Set([...before, key]))} />
          </Suspense>
        </div>
      ))}
    </>
  )
}
