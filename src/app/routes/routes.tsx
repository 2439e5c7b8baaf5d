import { Route, Switch } from 'wouter'
import { screen, Titled } from './screen'

export const Login = screen(() =>
  import('../../features/session/login-screen').then((m) => m.LoginScreen),
)
const Register = screen(() =>
  import('../../features/session/register-screen').then((m) => m.RegisterScreen),
)
const Verify = screen(() =>
  import('../../features/session/verify-screen').then((m) => m.VerifyScreen),
)
const Awaiting = screen(() =>
  import('../../features/session/waiting-screen').then((m) => m.WaitingScreen),
)
const Onboarding = screen(() =>
  import('../../features/session/onboarding-screen').then((m) => m.OnboardingScreen),
)
const Join = screen(() => import('../../features/session/join-screen').then((m) => m.JoinScreen))
const Forgot = screen(() =>
  import('../../features/session/forgot-screen').then((m) => m.ForgotScreen),
)
const Reset = screen(() => import('../../features/session/reset-screen').then((m) => m.ResetScreen))
const StaffLink = screen(() =>
  import('../../features/session/staff-link-screen').then((m) => m.StaffLinkScreen),
)
const NewAddress = screen(() =>
  import('../../features/session/address-screen').then((m) => m.AddressScreen),
)
const Terms = screen(() => import('../../features/session/terms-screen').then((m) => m.TermsScreen))
const Rules = screen(() =>
  import('../../features/moderation/rules-screen').then((m) => m.RulesScreen),
)
const Notice = screen(() =>
  import('../../features/moderation/notice-screen').then((m) => m.NoticeScreen),
)
// in one chunk with the shell: visitors do not load it
export const Private = screen(() => import('./private-routes').then((m) => m.PrivateScreens))

export const Screens = () => (
  <Switch>
    <Route path="/">
      <Titled title="Connexion">
        <Login />
      </Titled>
    </Route>
    <Route path="/login">
      <Titled title="Connexion">
        <Login />
      </Titled>
    </Route>
    <Route path="/register">
      <Titled title="Inscription">
        <Register />
      </Titled>
    </Route>
    <Route path="/verify-email">
      <Titled title="Confirmation">
        <Verify />
      </Titled>
    </Route>
    <Route path="/waiting-for-email-verification">
      <Titled title="Confirmation">
        <Awaiting />
      </Titled>
    </Route>
    <Route path="/onboarding">
      <Titled title="Bienvenue">
        <Onboarding />
      </Titled>
    </Route>
    <Route path="/join/:token">
      {({ token }) => (
        <Titled title="Invitation">
          <Join token={token} />
        </Titled>
      )}
    </Route>
    <Route path="/forgot-password">
      <Titled title="Mot de passe oublié">
        <Forgot />
      </Titled>
    </Route>
    <Route path="/reset-password">
      <Titled title="Nouveau mot de passe">
        <Reset />
      </Titled>
    </Route>
    <Route path="/staff-link">
      <Titled title="Équipe">
        <StaffLink />
      </Titled>
    </Route>
    <Route path="/confirm-email">
      <Titled title="Confirmation">
        <NewAddress />
      </Titled>
    </Route>
    <Route path="/conditions">
      <Titled title="Conditions et règles">
        <Terms />
      </Titled>
    </Route>
    <Route path="/rules">
      <Titled title="Règles de la maison">
        <Rules />
      </Titled>
    </Route>
    <Route path="/signaler">
      <Titled title="Signaler un contenu">
        <Notice />
      </Titled>
    </Route>
    <Route>
      <Private />
    </Route>
  </Switch>
)
