import { Suspense } from 'react'
import { useLocation } from 'wouter'
import { lazyPart } from '../../data/start/lazy-part'
import { Delayed } from '../../ui/feedback/delayed'
import { PageHeader } from '../../ui/layout/page-header'
import { Spinner } from '../../ui/feedback/spinner'
import { TabPanel, Tabs } from '../../ui/layout/tabs'
import { JoinLinks } from './join-links'
import { RelationList } from './list'
import styles from './relations.module.css'

const Exposures = lazyPart(() => import('./exposures').then((m) => m.Exposures))
const Blocks = lazyPart(() => import('./blocks').then((m) => m.Blocks))

const PARTS = [
  { id: 'relations', label: 'Mes relations', path: '/connection' },
  { id: 'partages', label: 'Qui voit quoi', path: '/connection/partages' },
  { id: 'bloques', label: 'Bloqués', path: '/connection/bloques' },
] as const
const BASE = 'connection'
const wait = (
  <Delayed>
    <p className={styles.waiting} role="status">
      <Spinner size={20} /> Chargement…
    </p>
  </Delayed>
)

/**
 * /connection: relations and join links, who sees what, blocked members. Each tab has its own path.
 */
export const ConnectionScreen = ({ part }: { part: string | null }) => {
  const [, navigate] = useLocation()
  const value = PARTS.find((p) => p.id === part)?.id ?? 'relations'
  const go = (id: (typeof PARTS)[number]['id']): void =>
    navigate(PARTS.find((p) => p.id === id)?.path ?? '/connection', { replace: true })
  return (
    <div className={styles.page}>
      <PageHeader
        title="Relations"
        onBack={() => navigate('/profile')}
        backLabel="Retour au profil"
      >
        <Tabs label="Relations" tabs={PARTS} base={BASE} value={value} onChange={go} />
      </PageHeader>
      <TabPanel base={BASE} id="relations" value={value}>
        <div className={styles.stack}>
          <JoinLinks />
          <RelationList />
        </div>
      </TabPanel>
      <TabPanel base={BASE} id="partages" value={value}>
        <Suspense fallback={wait}>
          <Exposures />
        </Suspense>
      </TabPanel>
      <TabPanel base={BASE} id="bloques" value={value}>
        <Suspense fallback={wait}>
          <Blocks />
        </Suspense>
      </TabPanel>
    </div>
  )
}
