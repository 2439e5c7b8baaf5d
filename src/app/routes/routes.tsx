import type { ComponentType } from 'react'
import { Route, Switch } from 'wouter'
import { lazyScreen, Titled } from './screen'

export const Login = lazyScreen(() =>
  import('../../features/session/login-screen').then((m) => m.LoginScreen),
)
const Register = lazyScreen(() =>
  import('../../features/session/register-screen').then((m) => m.RegisterScreen),
)
const Verify = lazyScreen(() =>
  import('../../features/session/verify-screen').then((m) => m.VerifyScreen),
)
const Awaiting = lazyScreen(() =>
  import('../../features/session/waiting-screen').then((m) => m.WaitingScreen),
)
const Onboarding = lazyScreen(() =>
  import('../../features/session/onboarding-screen').then((m) => m.OnboardingScreen),
)
const Join = lazyScreen(() =>
  import('../../features/session/join-screen').then((m) => m.JoinScreen),
)
const Forgot = lazyScreen(() =>
  import('../../features/session/forgot-screen').then((m) => m.ForgotScreen),
)
const Reset = lazyScreen(() =>
  import('../../features/session/reset-screen').then((m) => m.ResetScreen),
)
const StaffLink = lazyScreen(() =>
  import('../../features/session/staff-link-screen').then((m) => m.StaffLinkScreen),
)
const NewAddress = lazyScreen(() =>
  import('../../features/session/address-screen').then((m) => m.AddressScreen),
)
const Terms = lazyScreen(() =>
  import('../../features/session/terms-screen').then((m) => m.TermsScreen),
)
const Rules = lazyScreen(() =>
  import('../../features/moderation/rules-screen').then((m) => m.RulesScreen),
)
const Notice = lazyScreen(() =>
  import('../../features/moderation/notice-screen').then((m) => m.NoticeScreen),
)
// in one chunk with the shell: visitors do not load it
export const Private = lazyScreen(() => import('./private-routes').then((m) => m.PrivateScreens))

/** Without a session: path, title, screen. */
const PUBLIC: readonly (readonly [string, string, ComponentType])[] = [
  ['/', 'Connexion', Login],
  ['/login', 'Connexion', Login],
  ['/register', 'Inscription', Register],
  ['/verify-email', 'Confirmation', Verify],
  ['/waiting-for-email-verification', 'Confirmation', Awaiting],
  ['/onboarding', 'Bienvenue', Onboarding],
  ['/forgot-password', 'Mot de passe oublié', Forgot],
  ['/reset-password', 'Nouveau mot de passe', Reset],
  ['/confirm-email', 'Confirmation', NewAddress],
  ['/staff-link', 'Connexion', StaffLink],
  ['/conditions', 'Conditions et règles', Terms],
  ['/rules', 'Règles de la communauté', Rules],
  ['/signaler', 'Signaler un contenu', Notice],
]

export const Screens = () => (
  <Switch>
    {PUBLIC.map(([path, title, Page]) => (
      <Route key={path} path={path}>
        <Titled title={title}>
          <Page />
        </Titled>
      </Route>
    ))}
    <Route path="/join/:token">
      {({ token }) => (
        <Titled title="Invitation">
          <Join token={token} />
        </Titled>
      )}
    </Route>
    <Route>
      <Private />
    </Route>
  </Switch>
)
