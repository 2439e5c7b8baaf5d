import { foldAccents } from '../../../lib/text'

/** A group of the picker: its title, and each emoji with its French name, then words to find it by. */
interface Written {
  readonly title: string
  /** `emoji name, words`, separated by `|`. */
  readonly emoji: string
}

const WRITTEN: readonly Written[] = [
  {
    title: 'Visages',
    emoji:
      '😀 sourire, content heureux|😃 grand sourire, joie|😄 rire des yeux, joie|' +
      '😁 sourire aux dents|😆 éclat de rire, mdr|😅 rire gêné, sueur ouf|' +
      '😂 larmes de rire, mdr lol|🤣 mort de rire, mdr lol|🙂 léger sourire|' +
      '🙃 tête à l’envers, ironie|😉 clin d’œil, complice|😊 sourire timide, rougir|' +
      '😇 ange, innocent sage|🥰 amoureux, cœurs tendresse|😍 yeux en cœur, amour adore|' +
      '🤩 ébloui, étoiles waouh|😘 bisou, baiser embrasser|😗 baiser|😚 baiser yeux fermés|' +
      '😙 baiser souriant|🥲 sourire et larme, ému|😋 miam, gourmand délicieux|😛 langue tirée|' +
      '😜 clin d’œil et langue, coquin|🤪 fou, zinzin|😝 langue et yeux fermés|🤑 argent|' +
      '🤗 câlin, bras ouverts|🤭 oups, main sur la bouche rire|🤫 chut, secret discret|' +
      '🤔 réfléchir, hmm question|🤐 bouche cousue, secret|🤨 sourcil levé, doute|😐 neutre|' +
      '😑 sans expression|😶 sans bouche, muet|😏 sourire en coin, coquin malicieux|' +
      '😒 agacé, bof|🙄 yeux au ciel|😬 grimace, gêne|🤥 menteur|😌 soulagé, zen|' +
      '😔 pensif, triste|😪 endormi|🤤 baver, désir envie|😴 dormir, nuit fatigue|' +
      '😷 masque, malade|🤒 fièvre, malade|🤢 dégoût, nausée|🤧 éternuer, rhume|' +
      '🥵 chaud, canicule brûlant|🥶 froid, gelé|🥴 pompette, ivre|😵 étourdi|' +
      '🤯 tête qui explose, choc|🤠 cow-boy|🥳 fête, anniversaire|🥸 déguisé, masque moustache|' +
      '😎 lunettes de soleil, cool|🤓 intello|🧐 monocle, curieux|😕 perplexe|😟 inquiet|' +
      '🙁 mécontent|😮 surpris, oh|😲 stupéfait|😳 rouge, gêné timide|' +
      '🥺 suppliant, s’il te plaît|😨 peur|😰 anxieux|😢 triste, larme|😭 pleurer, sanglots|' +
      '😱 effroi, cri peur|😖 crispé|😣 peine|😞 déçu|😓 abattu|😩 épuisé|😫 fatigué|' +
      '🥱 bâillement, ennui|😤 fumer du nez, fier|😡 en colère, rage|😠 fâché|🤬 jurons, colère|' +
      '😈 diable souriant, coquin démon|👿 diable fâché|💀 crâne, mort|💩 crotte|🤡 clown|' +
      '👻 fantôme|👽 extraterrestre|🤖 robot|🙈 ne rien voir, singe timide|' +
      '🙉 ne rien entendre, singe|🙊 ne rien dire, singe secret',
  },
  {
    title: 'Cœurs et désir',
    emoji:
      '❤️ cœur rouge, amour|🧡 cœur orange|💛 cœur jaune|💚 cœur vert|💙 cœur bleu|' +
      '💜 cœur violet|🖤 cœur noir|🤍 cœur blanc|🤎 cœur brun|💔 cœur brisé|❣️ cœur exclamation|' +
      '💕 deux cœurs|💞 cœurs qui tournent|💓 cœur battant|💗 cœur grandissant|' +
      '💖 cœur étincelant|💘 cœur et flèche, cupidon|💝 cœur en cadeau|💟 cœur décoratif|' +
      '💋 trace de baiser, bisou rouge à lèvres|👄 bouche, lèvres|👅 langue|💌 lettre d’amour|' +
      '💍 bague, mariage|💎 diamant|💐 bouquet, fleurs|🌹 rose|💑 couple|💏 baiser de couple|' +
      '👩‍❤️‍👨 couple femme et homme|👩‍❤️‍👩 couple de femmes|👨‍❤️‍👨 couple d’hommes|' +
      '🔥 feu, chaud brûlant|✨ étincelles, magie|💫 étoile filante, tourbillon|⭐ étoile|' +
      '🌙 lune, nuit|💦 gouttes, eau|🍑 pêche, fesses|🍆 aubergine|🍒 cerises|🍓 fraise|🍌 banane|' +
      '🔞 interdit aux mineurs, adultes|🎭 masques, théâtre|⛓️ chaînes|🔗 lien|🪶 plume|' +
      '🕯️ bougie|🛁 bain|🛏️ lit, chambre|👙 bikini|👠 talon aiguille|👗 robe|🎀 ruban, nœud|' +
      '💄 rouge à lèvres, maquillage',
  },
  {
    title: 'Gestes et personnes',
    emoji:
      '👋 coucou, bonjour salut au revoir|🤚 main levée|✋ main, stop|👌 parfait, ok|' +
      '🤌 doigts pincés|🤏 un petit peu|✌️ victoire, paix|🤞 doigts croisés, chance|' +
      '🤟 je t’aime en signes|🤘 rock|🤙 appelle-moi|👈 doigt à gauche|👉 doigt à droite|' +
      '👆 doigt en haut|👇 doigt en bas|👍 pouce levé, oui ok d’accord|👎 pouce baissé, non|' +
      '✊ poing levé|👊 poing|👏 applaudir, bravo|🙌 mains levées, youpi|🫶 mains en cœur|' +
      '👐 mains ouvertes|🤲 paumes|🤝 poignée de main, accord|' +
      '🙏 mains jointes, merci s’il te plaît|✍️ écrire|💅 vernis, ongles|💪 muscle, force|' +
      '👀 yeux, regarder|👁️ œil|👩 femme|👨 homme|🧑 personne|👱 blond|👩‍🦰 rousse|🧔 barbe|' +
      '👵 femme âgée|👴 homme âgé|🙋 main levée, moi présent|🤷 haussement d’épaules, sais pas|' +
      '🤦 main sur le front, consterné|🙆 d’accord avec les bras|🙅 non avec les bras, refus|' +
      '💁 voilà|🙇 révérence, pardon|💆 massage|💇 coiffeur|🧖 sauna, hammam spa|' +
      '💃 danseuse, danse|🕺 danseur, danse|👯 lapines, fête à deux|🏃 courir|🚶 marcher|' +
      '🧘 yoga, zen|🏊 nager, piscine|👫 femme et homme|👭 deux femmes|👬 deux hommes|' +
      '👥 silhouettes, groupe',
  },
  {
    title: 'Fête, table et verres',
    emoji:
      '🎉 fête, cotillons bravo|🎊 confettis|🎈 ballon|🎁 cadeau|🎂 gâteau d’anniversaire|' +
      '🥂 trinquer, champagne tchin santé|🍾 champagne, bouteille|🍷 vin|🍸 cocktail|' +
      '🍹 cocktail tropical|🍺 bière|🍻 chopes, tchin|🥃 whisky|🧉 maté|☕ café|🍵 thé|🧊 glaçon|' +
      '🥐 croissant|🥖 baguette, pain|🧀 fromage|🍕 pizza|🍔 burger|🍟 frites|🌮 taco|🍣 sushi|' +
      '🍝 pâtes|🥗 salade|🍜 nouilles|🦪 huître|🦐 crevette|🍫 chocolat|🍬 bonbon|🍭 sucette|' +
      '🍰 part de gâteau|🧁 cupcake|🍦 glace|🍩 donut|🍪 biscuit|🍿 pop-corn, film|🍋 citron|' +
      '🍊 orange|🍇 raisin|🍍 ananas|🥥 noix de coco|🥝 kiwi|🍉 pastèque|🍎 pomme|🥑 avocat|' +
      '🌶️ piment, épicé|🎶 musique, notes|🎵 note de musique|🎤 micro, karaoké|🎧 casque|' +
      '🎸 guitare|🎷 saxophone|🎹 piano|🥁 batterie|🪩 boule à facettes, danse|🎬 film, cinéma|' +
      '🎲 dé, jeu|♠️ pique, cartes|🃏 joker, cartes|🎯 cible|🎳 bowling|🎱 billard',
  },
  {
    title: 'Nature et voyages',
    emoji:
      '☀️ soleil, beau temps|🌤️ éclaircie|⛅ nuage et soleil|☁️ nuage|🌧️ pluie|⛈️ orage|' +
      '❄️ flocon, neige|⛄ bonhomme de neige|🌈 arc-en-ciel|🌊 vague, mer|🌸 fleur de cerisier|' +
      '🌺 hibiscus|🌻 tournesol|🌷 tulipe|🍀 trèfle, chance|🌴 palmier|🌵 cactus|' +
      '🍁 feuille d’érable, automne|🍄 champignon|🐶 chien|🐱 chat|🐰 lapin|🦊 renard|🐻 ours|' +
      '🐼 panda|🐯 tigre|🦁 lion|🐺 loup|🐷 cochon|🐸 grenouille|🦄 licorne|🐝 abeille|🦋 papillon|' +
      '🐢 tortue|🐙 pieuvre|🐬 dauphin|🦩 flamant rose|🐓 coq|🚗 voiture|🚕 taxi|🚲 vélo|🏍️ moto|' +
      '🚆 train|✈️ avion|⛵ voilier|🚀 fusée|🏖️ plage|🏔️ montagne|🏕️ camping|⛺ tente|' +
      '🏠 maison, chez nous|🏡 maison et jardin|🏨 hôtel|🗼 tour|🌃 nuit étoilée|' +
      '🌅 lever de soleil|🌆 ville au crépuscule|🎡 grande roue|🏊‍♀️ nageuse|🎿 ski|' +
      '🧳 valise, voyage|🗺️ carte|📍 épingle, adresse lieu|🧭 boussole',
  },
  {
    title: 'Objets et signes',
    emoji:
      '✅ coche, oui fait|☑️ case cochée|✔️ valider|❌ croix, non|❓ question|❗ exclamation|' +
      '‼️ double exclamation|💯 cent, parfait|💢 colère|💤 sommeil|💬 bulle, message|💭 pensée|' +
      '🔔 cloche|🔕 cloche barrée, silence|🔒 cadenas fermé, privé|🔓 cadenas ouvert|🔑 clé|' +
      '🎟️ billet, entrée|📅 calendrier, date|⏰ réveil, heure|⏳ sablier, attendre|' +
      '📞 téléphone|📱 mobile|💻 ordinateur|📷 appareil photo|📸 photo au flash|🎥 caméra|' +
      '🖼️ tableau|💡 idée, ampoule|🔦 lampe|💸 argent envolé|💶 euros|🛒 courses|' +
      '🧴 flacon, crème|🧼 savon|🚿 douche|🩲 slip|👔 chemise et cravate|👕 t-shirt|👖 jean|' +
      '🧥 manteau|👜 sac à main|👓 lunettes|🕶️ lunettes noires|👑 couronne, reine roi|' +
      '🎩 chapeau|🏆 trophée|🥇 médaille d’or|⚽ football|🎾 tennis|🏉 rugby|➕ plus|➖ moins|' +
      '➡️ flèche à droite|⬅️ flèche à gauche|⬆️ flèche en haut|⬇️ flèche en bas|' +
      '🔄 recommencer|♾️ infini|🏳️‍🌈 drapeau arc-en-ciel, fierté|🇫🇷 France, drapeau|' +
      '🇧🇪 Belgique, drapeau|🇨🇭 Suisse, drapeau|🇨🇦 Canada, drapeau|🇱🇺 Luxembourg, drapeau',
  },
]

export interface Emoji {
  readonly emoji: string
  /** As it is read out and shown. */
  readonly name: string
  /** What a search compares, folded. */
  readonly key: string
}
export interface EmojiGroup {
  readonly title: string
  readonly emoji: readonly Emoji[]
}

const parse = (entry: string): Emoji => {
  const at = entry.indexOf(' ')
  const words = entry.slice(at + 1)
  return {
    emoji: entry.slice(0, at),
    name: words.split(',', 1)[0] ?? words,
    key: ` ${foldAccents(words.replace(/[,’]/g, ' '))}`,
  }
}
export const EMOJI: readonly EmojiGroup[] = WRITTEN.map(({ title, emoji }) => ({
  title,
  emoji: emoji.split('|').map(parse),
}))

/** Emoji whose name or words begin with every word of a query, in the order of the groups. */
export const findEmoji = (query: string): readonly Emoji[] => {
  const words = foldAccents(query.replace(/’|'/g, ' ')).split(/\s+/).filter(Boolean)
  return EMOJI.flatMap((g) => g.emoji).filter((e) => words.every((w) => e.key.includes(` ${w}`)))
}
