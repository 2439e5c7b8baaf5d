// Before first paint: the member's theme and text size, so that nothing flashes, and the neutral face of the discreet mode.
// Kept out of the bundle on purpose.
try {
  var root = document.documentElement
  var theme = localStorage.getItem('theme') || 'system'
  var dark = theme === 'dark' || (theme === 'system' && !matchMedia('(prefers-color-scheme: light)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  var size = Number(localStorage.getItem('text_size'))
  if (size >= 100 && size <= 200) root.style.fontSize = size + '%'
} catch {
  // storage may be refused: dark, 100 %
}

// Discreet mode and covered screen (src/data/discretion.ts): what the tab and the home screen say is a notebook's.
try {
  var NEUTRAL = 'Carnet'
  var said = document.title
  var quiet = false
  var one = function (selector) { return document.querySelector(selector) }
  var face = function (selector, attribute, own, neutral, on) {
    var node = one(selector)
    var wanted = on ? neutral : own
    if (node && node.getAttribute(attribute) !== wanted) node.setAttribute(attribute, wanted)
  }
  var keepTitle = function () {
    if (quiet && document.title !== NEUTRAL) {
      said = document.title
      document.title = NEUTRAL
    } else if (!quiet && document.title === NEUTRAL) document.title = said
  }
  var installed = one('meta[name="apple-mobile-web-app-title"]').content
  var discretion = function () {
    var covered = sessionStorage.getItem('covered') === 'true'
    var discreet = localStorage.getItem('discreet') === 'true'
    quiet = covered || discreet
    document.documentElement.toggleAttribute('data-covered', covered)
    face('link[rel="icon"]', 'href', '/favicon.svg', '/carnet.svg', quiet)
    face('link[rel="apple-touch-icon"]', 'href', '/apple-touch-icon.png', '/carnet-touch-icon.png', discreet)
    face('link[rel="manifest"]', 'href', '/manifest.webmanifest', '/carnet.webmanifest', discreet)
    face('meta[name="apple-mobile-web-app-title"]', 'content', installed, NEUTRAL, discreet)
    keepTitle()
  }
  discretion()
  new MutationObserver(keepTitle).observe(one('title'), { childList: true })
  addEventListener('discretion', discretion)
  addEventListener('storage', discretion)
} catch {
  // without storage there is no discreet mode to keep
}

// The browser offers to install the app once, early: kept until the member asks for it (src/data/install.ts).
addEventListener('beforeinstallprompt', function (event) {
  event.preventDefault()
  window.installOffer = event
  dispatchEvent(new Event('installoffer'))
})
