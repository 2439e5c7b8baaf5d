/** The hand-written group conversations, in the syntax of `direct-conversations.ts`. */
export const GROUP_CONVERSATIONS = `
group Les voisins du 6ᵉ | Paliers, terrasses et tables à rallonges
   | voisins_du_6 lea_hugo clara_et_tom nora_lyon antoine_69
unread lea_hugo 3
unread nora_lyon 1
unread antoine_69 2
@ 110j 18:05
! voisins_du_6 a créé le groupe
+ lea_hugo
+ clara_et_tom
Mathilde: Bienvenue ! Ici on s'échange du sel, des clés et des invitations.
Tom: Et des plantes. J'ai onze boutures de misère, sauvez-moi.
Léa: J'en prends deux, avec leur nom si possible.
Clara: Elles s'appellent toutes Monique.
@ 97j 19:40
+ nora_lyon
Karim: Bienvenue Nora, du 7ᵉ mais adoptée.
Nora: Merci ! Je n'ai pas de sel à échanger, mais je sais choisir les melons.
@ 45j 21:15
+ antoine_69
Mathilde: Antoine rejoint la bande, il sait réparer les tables à rallonges.
Antoine: Bonjour tout le monde. Je sais surtout m'asseoir autour.
Hugo: Compétence essentielle.
@ 22j 20:20
Karim: Fête de l'immeuble samedi : chacun apporte un plat et une chaise.
Nora: Salade d'oranges.
Léa: Tarte aux figues.
Antoine: Deux bancs, faits exprès.
Clara: [toits-soir] Et voilà la vue depuis la terrasse hier, pour ceux qui hésitent. {Nora 😍}
   {Antoine 👍} {Hugo 👍} {Mathilde ❤️}
Nora: Personne n'hésitait.
@ 5j 18:33
Mathilde: Quelqu'un a vu le chat du troisième ?
Tom: Il dort chez nous. Il a choisi son camp.
@ -34min
Karim: Cinéma sur le mur de la cour ce week-end ?
Antoine: J'apporte le drap et les pinces.
Clara: Film muet ou film qui chante ?
Mathilde: Muet, les murs ont des oreilles.

group Dîner du 12 | Chez Clara et Tom, 20 h, terrasse si le temps le veut | clara_et_tom lea_hugo eva_victor nora_lyon
unread lea_hugo 2
unread nora_lyon 3
@ 20j 19:00
! clara_et_tom a créé le groupe
+ lea_hugo
+ eva_victor
+ nora_lyon
Clara: On vous réunit enfin. Le 12, 20 h, chez nous, terrasse si le temps le veut.
Tom: Menu : agneau aux abricots, ou son cousin végétarien.
Eva: On descend d'Annecy exprès, réservez-nous le canapé.
Clara: Il est à vous, draps compris.
Nora: Je viens avec les oranges et sans montre.
Léa et Hugo: On apporte le vin et le fromage.
@ 13j 21:45
Victor: Une question : y a-t-il un code vestimentaire ?
Tom: Confortable, avec un détail inattendu.
Victor: Mon bonnet.
Eva: Il n'est plus inattendu, ton bonnet.
@ 8j 20:36
Tom: [velours-prune] On a trouvé la nappe. Enfin, le rideau. Enfin, on verra.
Nora: C'est somptueux. Je viens habillée en rideau.
Hugo: Ce sera ton détail inattendu.
@ 2j 18:20
Clara: Allergies, envies, interdits ? Dites tout.
Eva: Rien à déclarer.
Léa: Hugo ne supporte pas la coriandre, il en fait une affaire personnelle.
Hugo: C'est du savon, et je le prouverai. {Nora 😂} {Eva 😂} {Tom 👍}
@ -58min
Tom: La coriandre est bannie. Il reste à choisir la musique.
Eva: Quelque chose qui commence lentement.
Clara: Et qui ne finit pas trop tôt.

group Week-end à Annecy | Trois jours au bord du lac | eva_victor lea_hugo antoine_69 marion_74 jeanne_sofiane
unread antoine_69 1
@ 18j 20:00
! eva_victor a créé le groupe
+ lea_hugo
+ antoine_69
+ marion_74
Eva: Le programme est simple : lac, sauna, longue table, grasse matinée. On commence par la grasse matinée.
Marion: Je peux emmener ceux qui veulent au lever du soleil. Les autres dormiront.
Antoine: Je dors. Réveillez-moi pour la table.
Léa: Je veux le lever du soleil et la grasse matinée.
Marion: C'est possible, on appelle ça une sieste.
@ 12j 19:17
+ jeanne_sofiane
Victor: Bienvenue à Jeanne et Sofiane, ils montent de Grenoble.
Jeanne: Bonjour à tous ! On apporte une raclette, quelle que soit la saison.
Hugo: On vous aime déjà.
@ 9j 21:38
Victor: [lac-neige foret-automne] Repérage : le ponton et le sentier derrière la maison.
Sofiane: On dirait deux saisons dans la même journée.
Victor: C'est exactement ça, prenez des couches.
@ 1j 20:58
Marion: Dernière ligne droite. Qui prend le train de 18 h 04 ?
Léa et Hugo: Nous, voiture 12.
Antoine: Moi aussi, avec la guitare.
Jeanne: Nous en voiture, il reste une place et un fromage.

group Cinéma sous les toits | Un film, un drap, des coussins | nora_lyon antoine_69 ines_m69 lea_hugo voisins_du_6
@ 39j 19:50
! nora_lyon a créé le groupe
+ antoine_69
+ ines_m69
+ lea_hugo
+ voisins_du_6
Nora: Premier film le mois prochain, chez moi, sous les toits. Dix coussins, pas un de plus.
Inès: J'apporte le onzième.
Antoine: Je m'occupe de l'écran, cadre en hêtre.
Hugo: Un cadre en hêtre pour un drap… Antoine, tu es un poète.
@ 32j 23:27
Karim: Quelle belle soirée. Le film, je ne sais pas, mais la soirée.
Mathilde: Tu as dormi dès le générique.
Karim: J'ai rêvé en version originale.
@ 16j 18:09
Nora: [eventails-nuit] Nouveaux coussins. On est passés à quatorze.
Inès: Ces motifs ! Je veux les mêmes partout.
Léa: On vote pour quoi, la prochaine fois ?
Antoine: Un film avec un train.
Nora: Un train, donc. Je cherche.
`
