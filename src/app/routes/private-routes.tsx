import { useEffect, useState, type ComponentType } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { openPanel, SETTINGS_PAGES, type Panel } from '../../data/state/panels'
import { page, screen, Titled } from './screen'

const Conversations = screen(() =>
  import('../../features/messaging/screen').then((m) => m.ConversationsScreen),
)
const Share = screen(() =>
  import('../../features/messaging/share-screen').then((m) => m.ShareScreen),
)
const Profile = screen(() => import('./profile-screen').then((m) => m.ProfileScreen))
const Albums = screen(() => import('../../features/albums/screen').then((m) => m.AlbumsScreen))
const Connection = screen(() =>
  import('../../features/relations/screen').then((m) => m.ConnectionScreen),
)
const News = screen(() => import('../../features/news/screen').then((m) => m.NewsScreen))
const Events = screen(() => import('../../features/events/screen').then((m) => m.EventsScreen))
const EventPage = screen(() =>
  import('../../features/events/event-screen').then((m) => m.EventScreen),
)
const AfterEvent = screen(() =>
  import('../../features/events/after-screen').then((m) => m.AfterScreen),
)
const EventForm = screen(() =>
  import('../../features/events/form-screen').then((m) => m.EventFormScreen),
)
const Radar = screen(() => import('../../features/radar/screen').then((m) => m.RadarScreen))
const Decisions = screen(() =>
  import('../../features/moderation/decisions-screen').then((m) => m.DecisionsScreen),
)
const Vouches = screen(() =>
  import('../../features/moderation/vouches-screen').then((m) => m.VouchesScreen),
)
const Agreements = screen(() =>
  import('../../features/agreements/agreements-screen').then((m) => m.AgreementsScreen),
)
const Parting = screen(() =>
  import('../../features/parting/parting-screen').then((m) => m.PartingScreen),
)
const PastTalk = screen<{ id: string }>(() =>
  import('../../features/parting/past-screen').then((m) => m.PastScreen),
)
const Verification = screen(() =>
  import('../../features/verification/verification-screen').then((m) => m.VerificationScreen),
)
const NotFound = screen(() => import('./not-found-screen').then((m) => m.NotFoundScreen))
const Kit: ComponentType | null = import.meta.env.DEV
  ? screen<object>(() => import('../../kit/kit').then((m) => m.KitScreen))
  : null

/** Fetched before the session is known. The conversations are in the same chunk as this module. */
const FIRST = {
  '/profile': Profile,
  '/albums': Albums,
  '/news': News,
  '/events': Events,
  '/radar': Radar,
}
const first = location.pathname.startsWith('/conversations')
  ? Conversations
  : FIRST[location.pathname as keyof typeof FIRST]
first?.load().catch(() => undefined)

/** These addresses only open panels, over the conversations. */
const OpenPanels = ({ panels }: { panels: readonly Panel[] }) => {
  useEffect(() => panels.forEach(openPanel), [panels])
  return <Redirect to="/conversations" replace />
}
const FEEDBACK: readonly Panel[] = [{ kind: 'feedback' }]
const settingsPanels = (page: string | undefined): readonly Panel[] => {
  const known = SETTINGS_PAGES.find((p) => p === page)
  return [{ kind: 'settings' }, ...(known ? [{ kind: 'settings', page: known } as const] : [])]
}
const Settings = ({ page }: { page: string | undefined }) => {
  const [panels] = useState(() => settingsPanels(page))
  return <OpenPanels panels={panels} />
}

/** The screens that need a session. */
export const PrivateScreens = () => (
  <Switch>
    {page('/conversations/:id?', 'Discussions', ({ id }) => (
      <Conversations id={id ?? null} />
    ))}
    {page('/profile/:id?', 'Profil', ({ id }) => (
      <Profile id={id ?? null} />
    ))}
    {page('/albums', 'Mes photos', <Albums />)}
    {page('/connection/:part?', 'Relations', ({ part }) => (
      <Connection part={part ?? null} />
    ))}
    {page('/news', 'Actualités', <News />)}
    {page('/events/new', 'Créer une sortie', <EventForm id={null} />)}
    {page('/events/:id/edit', 'Modifier la sortie', ({ id }) => (
      <EventForm key={id} id={id} />
    ))}
    {page('/events/:id/subscribers', 'Participants', ({ id }) => (
      <EventPage key={id} id={id} tab="participants" />
    ))}
    {page('/events/:id/after', 'Après la sortie', ({ id }) => (
      <AfterEvent key={id} id={id} />
    ))}
    {page('/events/:id', 'Sortie', ({ id }) => (
      <EventPage key={id} id={id} tab="details" />
    ))}
    {page('/events', 'Sorties', <Events />)}
    {page('/radar', 'Carte', <Radar />)}
    {page('/share', 'Partager', <Share />)}
    {page('/account/moderation', 'Mes signalements et décisions', <Decisions />)}
    {page('/account/verification', 'Profil vérifié', <Verification />)}
    {page('/account/agreements', 'Accords', <Agreements />)}
    {page('/account/parting', 'Se séparer', <Parting />)}
    {page('/account/parting/:id', 'Discussion d’avant', ({ id }) => (
      <PastTalk id={id} />
    ))}
    {page('/account/vouches', 'Demandes d’entrée', <Vouches />)}
    <Route path="/settings/:page?">{({ page }) => <Settings page={page} />}</Route>
    <Route path="/feedback">
      <OpenPanels panels={FEEDBACK} />
    </Route>
    {Kit ? (
      <Route path="/kit">
        <Kit />
      </Route>
    ) : null}
    <Route>
      <Titled title="Page introuvable">
        <NotFound />
      </Titled>
    </Route>
  </Switch>
)
