/** The end of the long conversation, in the same syntax: today, a few minutes ago. */
export const LONG_END = `
direct lea_hugo clara_et_tom
unread lea_hugo/0 2
unread lea_hugo/1 4
@ -21min
Clara: Coucou vous deux ! La terrasse est à nous samedi, on sera six à huit, pas plus.
Clara: Tom s'occupe du feu, moi des bougies.
Léa: On vient ! J'apporte ma tarte aux figues, Hugo s'occupe du vin.
Clara: [mer-rose clara-tom-flous] La vue d'hier soir. Les visages sont floutés, promis. {Léa 😍} {Hugo ❤️}
Hugo: Superbes, tous les quatre : vous, le ciel et la mer.
Léa: On arrive vers 20 h, avec les plaids.
Tom: Parfait. La porte du bas sera entrouverte.
Clara: Nora vient aussi, elle a dit oui ce matin. {Léa ❤️}
Tom: Et Antoine apporte la guitare.
Clara et Tom: On vous garde deux places côté lune ?
`

/** Photos of the long conversation: days ago, sender (first name), photos, text. */
export const LONG_PHOTOS: readonly (readonly [
  daysAgo: number,
  by: string,
  photos: string,
  text: string,
])[] = [
  [
    331,
    'Clara',
    'fenetre-pluie',
    'Dimanche de pluie, deux cafés, et vous de l’autre côté de la ville.',
  ],
  [300, 'Hugo', 'pilat', 'En haut du Pilat. On vous voyait presque.'],
  [262, 'Tom', 'velours-vert', 'Le fauteuil est recouvert. Il n’attend plus que vous.'],
  [233, 'Léa', 'beaujolais', 'Le soir sur les vignes, au retour.'],
  [205, 'Clara', 'port-nuit', 'Le port depuis la chambre.'],
  [171, 'Léa', 'lavande', 'Arrêt obligatoire au bord de la route.'],
  [139, 'Tom', 'clara-tom', 'Nous, avant le dîner. Pour vous seulement.'],
  [118, 'Hugo', 'lea-hugo-flous', 'Et nous, après. Flous par pudeur.'],
  [87, 'Clara', 'soie', 'Le tissu pour les rideaux : ça vous plaît ?'],
  [62, 'Léa', 'carreaux', 'Le carrelage de la cuisine, enfin posé.'],
  [41, 'Tom', 'eventails', 'Papier peint du couloir. Clara a gagné.'],
  [23, 'Hugo', 'vignes table-ocre', 'Visite chez le vigneron, puis sa table.'],
  [7, 'Clara', 'anneaux', 'L’affiche de l’exposition, on y retourne ?'],
]
