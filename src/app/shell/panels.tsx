import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { useSnapshot } from 'valtio'
import { appName } from '../../data/start/config'
import { closeTop, panels, type Panel } from '../../data/state/panels'
import { APP_VERSION } from '../../data/start/version'
import { Button } from '../../ui/forms/button'
import { Dialog } from '../../ui/overlay/dialog'
import { Logo } from '../../ui/display/logo'
import styles from './panels.module.css'

interface PanelProps {
  open: boolean
  level: number
  onClose: () => void
}
const SettingsPanel = lazy(async () => ({
  default: (await import('../../features/settings/panel')).SettingsPanel,
}))
const FeedbackPanel = lazy(async () => ({
  default: (await import('../../features/feedback/panel')).FeedbackPanel,
}))
const GroupPanel = lazy(async () => ({
  default: (await import('../../features/messaging/panel')).GroupPanel,
}))
const EventPanel = lazy(async () => ({
  default: (await import('../../features/events/panel')).EventPanel,
}))
const DrivePanel = lazy(async () => ({
  default: (await import('../../features/albums/panel')).DrivePanel,
}))
const CameraPanel = lazy(async () => ({
  default: (await import('../../parts/photo/camera-panel')).CameraPanel,
}))
const ProfilePanel = lazy(async () => ({
  default: (await import('../routes/profile-panel')).ProfilePanel,
}))

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
      <p className={styles.quiet}>
        Une communauté discrète : aucun traceur, aucune publicité, aucune demande à un autre site.
      </p>
      <p className={styles.quiet}>Polices Figtree et Fraunces, licence SIL OFL 1.1.</p>
    </div>
  </Dialog>
)

const one = (panel: Panel, props: PanelProps) => {
  const simple: Partial<Record<Panel['kind'], ComponentType<PanelProps>>> = {
    settings: SettingsPanel,
    feedback: FeedbackPanel,
    about: About,
    drive: DrivePanel,
    camera: CameraPanel,
  }
  if (panel.kind === 'profile') return <ProfilePanel id={panel.id} {...props} />
  if (panel.kind === 'group') return <GroupPanel id={panel.id} {...props} />
  if (panel.kind === 'event') return <EventPanel id={panel.id} {...props} />
  const Found = simple[panel.kind]
  return Found ? <Found {...props} /> : null
}

const CLOSING_MS = 320

/** The stack of panels; a closed one stays mounted while it slides out. */
export const PanelHost = () => {
  const { stack } = useSnapshot(panels)
  const [leaving, setLeaving] = useState<readonly { key: string; panel: Panel; level: number }[]>(
    [],
  )
  const [known, setKnown] = useState<readonly { key: string; panel: Panel }[]>([])
  useEffect(() => {
    const keys = new Set(stack.map((p) => p.key))
    const gone = known.flatMap((k, level) => (keys.has(k.key) ? [] : [{ ...k, level }]))
    setKnown(stack.map((p) => ({ key: p.key, panel: p.panel as Panel })))
    if (gone.length === 0) return undefined
    setLeaving((list) => [...list, ...gone])
    const timer = setTimeout(
      () => setLeaving((list) => list.filter((l) => !gone.some((g) => g.key === l.key))),
      CLOSING_MS,
    )
    return () => clearTimeout(timer)
    // `known` is what this effect itself last saw
    // oxlint-disable-next-line react/exhaustive-deps
  }, [stack])
  return (
    <Suspense fallback={null}>
      {stack.map((p, level) => (
        <div key={p.key} className={styles.slot}>
          {one(p.panel as Panel, { open: true, level, onClose: closeTop })}
        </div>
      ))}
      {leaving.map((l) => (
        <div key={l.key} className={styles.slot}>
          {one(l.panel, { open: false, level: l.level, onClose: closeTop })}
        </div>
      ))}
    </Suspense>
  )
}
