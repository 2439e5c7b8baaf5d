// Before first paint: the member's theme and text size, so that nothing flashes, and the neutral face of the discreet mode.
// Kept out of the bundle on purpose.
try {
  var root = document.documentElement
  var theme = localStorage.getItem('theme') || 'system'
  var dark =
    theme === 'dark' || (theme === 'system' && !matchMedia('(prefers-color-scheme: light)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  var size = Number(localStorage.getItem('text_size'))
  if (size >= 100 && size <= 200) root.style.fontSize = size + '%'
} catch {
  // storage may be refused: dark, 100 %
}

// Discreet mode and covered screen (src/data/device/discretion.ts): what the tab and the home screen say is a notebook's.
try {
  var NEUTRAL = 'Carnet'
  var said = document.title
  var quiet = false
  var one = function (selector) {
    return document.querySelector(selector)
  }
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
    face('link[rel="icon"]', 'href', '/favicon.png', '/carnet.png', quiet)
    face(
      'link[rel="apple-touch-icon"]',
      'href',
      '/apple-touch-icon.png',
      '/carnet-touch-icon.png',
      discreet,
    )
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

// The browser offers to install the app once, early: kept until the member asks for it (src/data/device/install.ts).
addEventListener('beforeinstallprompt', function (event) {
  event.preventDefault()
  window.installOffer = event
  dispatchEvent(new Event('installoffer'))
})

// While the bundle is on its way: the pieces that this start will need, and for a member the first answers (src/data/start/prefetched.ts
// takes them). A session whose token is over is renewed here, one page after the other; what fails is asked again by the app.
try {
  ;(function () {
    // until it stands, or this long, ms
    var WORDS_AFTER_MS = 1500
    var read = function (key) {
      return localStorage.getItem(key)
    }
    // as src/data/http/api-base.ts
    var said = document.querySelector('meta[name="api-base"]')
    var api = ((said && said.content) || '/api').replace(/\/+$/, '')
    var alive = function (token) {
      try {
        return (
          JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/'))).exp * 1000 >
          Date.now()
        )
      } catch {
        return false
      }
    }
    var token = read('auth_token')
    var member = token || read('session_active') === 'true'
    var open =
      /^\/(login|register|onboarding|join|verify-email|reset-password|confirm-email|forgot-password|conditions|waiting-for-email-verification)(\/|$)/.test(
        location.pathname,
      )
    var account = read('account_id')
    // the installed app starts at «/», and lands where its member was last (src/app/routes/guard.tsx; the key as in src/data/device/storage.ts)
    var at = location.pathname
    if (at === '/' && member && account) {
      var sum = 0
      for (var i = 0; i < account.length; i += 1)
        sum = Math.imul(sum ^ account.charCodeAt(i), 16777619)
      var last = (read('last_route:' + (sum >>> 0)) || '/conversations').replace(/[?#].*/, '')
      if (/^\/conversations(?:\/|$)/.test(last)) at = last
    }
    var named = document.querySelector('meta[name="pieces"]').dataset
    var wanted = member
      ? named.forMember + (/^\/conversations\/./.test(at) ? ' ' + named.forThread : '')
      : /^\/(login)?$/.test(location.pathname)
        ? named.forLogin
        : ''
    var fetchPieces = function (names) {
      new Set(names.split(' ')).forEach(function (name) {
        if (!name) return
        var link = document.createElement('link')
        var sheet = name.endsWith('.css')
        link.rel = sheet ? 'preload' : 'modulepreload'
        if (sheet) link.as = 'style'
        link.crossOrigin = ''
        link.href = '/assets/' + name
        document.head.append(link)
      })
    }
    // what this device has kept of the list, and of the conversation that is opened (features/messaging/kept.ts), and how that screen
    // will stand (kept-picture.tsx): read beside the first questions, for a start without network. Before all else: the bundle,
    // once it runs, would let it wait
    var picture = null
    var kept =
      !member || open || !account || read('device_db') !== account
        ? null
        : new Promise(function (done) {
            var id = (/^\/conversations\/([^/]+)/.exec(at) || [])[1]
            var request = indexedDB.open('kept:' + account)
            // nothing was kept: no database is made
            request.onupgradeneeded = function () {
              request.transaction.abort()
            }
            request.onerror = function () {
              done(null)
            }
            picture = new Promise(function (drawn) {
              request.onsuccess = function () {
                var db = request.result
                db.onversionchange = function () {
                  db.close()
                }
                var tx = db.transaction(['list', 'threads'])
                var first = tx.objectStore('list').get(id ? 'picture:thread' : 'picture:list')
                first.onsuccess = function () {
                  drawn(first)
                }
                var list = tx.objectStore('list').get('list')
                var thread = id ? tx.objectStore('threads').get(id) : {}
                tx.oncomplete = function () {
                  db.close()
                  done({ account: account, id: id, list: list, thread: thread })
                }
                tx.onabort = function () {
                  done(null)
                }
              }
            })
          })
    fetchPieces(wanted)
    if (!member || open) return
    // a member's screen is there in a moment: the words that stand until then would cost it two frames
    root.dataset.opening = ''
    setTimeout(function () {
      delete root.dataset.opening
    }, WORDS_AFTER_MS)
    var early = (window.early = {
      token: null,
      identity: null,
      answers: {},
      renewed: null,
      kept: null,
    })
    // the picture stands there until the app has drawn the screen (src/data/start/first-paint.ts), or this long, ms. What it may be made
    // of is named here once more: the store is not believed
    var PICTURE_MS = 8000
    var as = read('identity_mode') === 'both' ? 'both' : read('active_identity_id')
    var NAMES =
      /^(?:a|b|br|button|circle|div|ellipse|em|g|h[1-3]|header|i|input|label|li|line|main|nav|p|path|polygon|polyline|rect|search|section|small|span|svg|textarea|time|ul)$/
    var ATTRIBUTES =
      /^(?:class|dir|type|rows|placeholder|disabled|aria-(?:current|disabled|pressed|selected)|data-(?:tone|gone|hidden|act|thread|s|b|a|bf|af|dash|glow)|viewBox|d|[cr]?[xy]|[xy][12]|r|width|height|points|transform|fill(?:-rule)?|stroke(?:-[a-z]+)?|opacity)$/
    var draw = function (node, day, svg) {
      if (typeof node === 'string') return document.createTextNode(node)
      if (node.daily) return document.createTextNode(node.daily[day])
      var name = NAMES.test(node[0]) ? node[0] : 'div'
      svg = svg || name === 'svg'
      var element = svg
        ? document.createElementNS('http://www.w3.org/2000/svg', name)
        : document.createElement(name)
      for (var key in node[1]) {
        var value = node[1][key]
        if (/url\(|:\/\/|(?:data|blob):/i.test(value)) continue
        if (key === 'style') element.style.cssText = value
        else if (ATTRIBUTES.test(key)) element.setAttribute(key, value)
      }
      for (var i = 2; i < node.length; i += 1) {
        var inside = node[i][1]
        // said only where the device itself knows that it has no network
        if (!inside || inside['data-away'] === undefined || !navigator.onLine)
          element.append(draw(node[i], day, svg))
      }
      return element
    }
    var show = function (picture) {
      if (!document.body) return setTimeout(show, 0, picture)
      var size = Number(read('text_size'))
      var letters = size >= 100 && size <= 200 ? size : 100
      if (
        !picture ||
        picture.path !== at ||
        picture.as !== as ||
        picture.version !== named.version ||
        picture.letters !== letters ||
        picture.wide !== matchMedia('(width >= 768px)').matches
      )
        return
      var day = picture.days.filter(function (begins) {
        return begins <= Date.now()
      }).length
      // taken too long ago, or by a clock that was wrong
      if (day === picture.days.length || picture.days[0] - Date.now() > 90000000) return
      var box = document.createElement('div')
      box.id = 'picture'
      box.inert = true
      box.setAttribute('aria-hidden', 'true')
      box.append(draw(JSON.parse(picture.tree), day, false))
      // the app was quicker, or somebody has answered after all; or nothing is to be seen
      if (early.heard || root.dataset.drawn !== undefined || root.dataset.covered !== undefined)
        return
      root.dataset.pictured = ''
      document.body.append(box)
      box.querySelectorAll('[data-thread]').forEach(function (thread) {
        thread.scrollTop = thread.scrollHeight
      })
      setTimeout(function () {
        box.remove()
      }, PICTURE_MS)
    }
    // what it looks like, applied as it comes (the bundle finds it there)
    var dress = function () {
      return Promise.all(
        wanted
          .split(' ')
          .filter(function (name, i, all) {
            return name.endsWith('.css') && all.indexOf(name) === i
          })
          .map(function (name) {
            var link = document.createElement('link')
            link.rel = 'stylesheet'
            link.crossOrigin = ''
            link.href = '/assets/' + name
            return new Promise(function (done) {
              link.onload = link.onerror = done
              document.head.append(link)
            })
          }),
      )
    }
    // no network
    var away = function () {
      if (early.kept || !kept) return
      early.kept = kept
      Promise.all([picture, dress()])
        .then(function (all) {
          show(all[0].result)
        })
        .catch(function () {})
    }
    var ask = function (path, identity) {
      var headers = { authorization: 'Bearer ' + early.token }
      if (identity) headers['x-active-identity'] = identity
      early.answers[path] = fetch(api + path, {
        credentials: 'include',
        mode: 'same-origin',
        cache: 'no-store',
        headers: headers,
      }).then(function (r) {
        early.heard = true
        return r.text().then(function (text) {
          return {
            status: r.status,
            ok: r.ok,
            retryAfter: r.headers.get('retry-after'),
            text: text,
          }
        })
      })
      early.answers[path].catch(away)
    }
    var begin = function (now) {
      early.token = now
      early.identity = read('identity_mode') === 'both' ? null : read('active_identity_id')
      ask('/auth/me')
      ask('/accounts/check')
      if (read('hasAccount') === 'true') ask('/conversations', early.identity)
    }
    if (token && alive(token)) return begin(token)
    // the lock and the call of workers/hub/session.ts
    early.renewed = navigator.locks
      .request('hub-refresh', function () {
        var now = read('auth_token')
        // another page was faster
        if (now && now !== token && alive(now)) return now
        // it outlives a page that is left at once: an answer that nobody takes would leave the cookie behind, which later reads as a theft
        return fetch(api + '/auth/refresh', {
          method: 'POST',
          credentials: 'include',
          cache: 'no-store',
          keepalive: true,
          signal: AbortSignal.timeout(15000),
        })
          .then(function (r) {
            return r.ok ? r.json() : {}
          })
          .then(function (b) {
            // signed out meanwhile
            if (!b.token || read('session_active') !== 'true') return null
            localStorage.setItem('auth_token', b.token)
            return b.token
          })
      })
      .then(function (now) {
        if (now) begin(now)
      })
    early.renewed.catch(away)
  })()
} catch {
  // the app asks for itself
}
