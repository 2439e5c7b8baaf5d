// Before first paint: the member's theme and text size, so that nothing flashes. Kept out of the bundle on purpose.
try {
  var theme = localStorage.getItem('theme') || 'system'
  var dark = theme === 'dark' || (theme === 'system' && !matchMedia('(prefers-color-scheme: light)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  var size = Number(localStorage.getItem('text_size'))
  if (size >= 100 && size <= 200) document.documentElement.style.fontSize = size + '%'
} catch {
  // storage may be refused: dark, 100 %
}
