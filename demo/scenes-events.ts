/**
 * Short dialogues between two couples who know each other well, from which a year of conversation
 * is made. `# key band… [season…]` starts a scene. Bands: matin midi apres soir nuit; seasons:
 * hiver printemps ete automne. A and B are the speakers of the two couples, a and b their partners,
 * A* and B* both at once («on»). `|` separates the versions of a scene, column by column. {A} {a}
 * {B} {b}: first names; {e} and {xse}: ending that agrees with the speaker, {Ae} {Be} {Axse}: with
 * A or B. `xN`: at most N times a year. Other words in braces are filled in from SLOTS, the same
 * throughout a scene. A line that starts with spaces continues the one before it.
 */
export const EVENT_SCENES = `
# bonjour matin
A: Bonjour vous deux ! Bien dormi ? | Coucou les lève-tôt, la nuit a été bonne ?
   | Bonjour bonjour. Café en main, je pense à vous. | Hello ! Le soleil est là, vous aussi ?
B: Comme des pierres. Et vous ? | Pas assez, {b} a lu jusqu'à deux heures du matin.
   | Très bien, fenêtre ouverte et pluie douce.
   | Moyen, le voisin a déménagé son piano à six heures.
A: {a} dort encore, je ne fais pas de bruit. | On traîne, c'est permis.
   | Debout depuis sept heures, {a} a voulu courir. Moi, j'ai tenu la montre.
B: Bonne journée alors, on s'écrit ce soir.
   | Profitez. Ici réunion dans dix minutes, souhaitez-moi bonne chance.
   | Embrasse {a} de notre part.

# diner_invite midi apres soir
A: Vous êtes libres {jour} ? {a} veut faire {plat}. | On se disait : {jour}, chez nous, {plat} ?
   | {jour_m}, ça vous dirait de venir dîner ? Au menu, {plat}.
B: {jour_m}, attends, je regarde… | Je demande à {b} et je te dis. | Ça nous tente beaucoup.
b: Oui oui oui. | C'est oui pour moi, surtout pour {leplat}. | On est libres, je confirme devant témoin.
B: Voilà, adjugé. On apporte quoi ? | Parfait. On s'occupe du vin ? | Super, et on prend le dessert.
A: {vin_m}, si vous en trouvez. Sinon vous, ça suffit. | Juste votre appétit.
   | Un dessert, volontiers : {dessert} comme la dernière fois ?
B: C'est noté. Vers {heure} ? | On sera là à {heure}. | Comptez sur nous, {heure}.
A: {heure}, parfait. On laissera la porte du bas entrouverte.
   | Très bien. Le code n'a pas changé. | À {heure}, et prenez votre temps.

# diner_merci matin midi nuit
B*: On est bien rentrés. Quelle soirée… Merci pour tout.
   | Merci pour hier, on en parle encore au petit déjeuner.
   | Quel plaisir, cette soirée. {leplat_m}, on en rêve déjà.
A: C'était doux de vous avoir. | Merci à vous, la maison est toute calme maintenant.
   | Le plaisir était pour nous, vraiment.
a: {B}, tu as oublié {oubli}. | Il reste du dessert pour trois jours, vous êtes fautifs.
   | On a retrouvé {oubli} sous le canapé, à qui est-ce ?
B: Ah, c'est à moi ! Je passe le prendre. | Gardez-le jusqu'à la prochaine fois. | C'est à {b}, évidemment.
A: Bonne excuse pour revenir vite. | On le garde en otage contre un dîner chez vous.
   | On pose ça dans l'entrée, à bientôt.

# apero apres soir
A: Un verre au bord de l'eau vers {heure} ? Il fait trop bon pour rentrer.
   | On est en terrasse, il reste deux chaises.
   | Quelqu'un pour un verre, là, maintenant, sans prévoir ?
B: On finit de travailler et on arrive. | Donne-nous une demi-heure. | Je boucle un dossier et on vous rejoint.
A: On est {lieu}. | Table du fond, {lieu}. | Même endroit que la dernière fois, {lieu}.
b: Je commande d'avance : la même chose que {a}. | Gardez-nous des olives.
   | J'arrive à vélo, je serai décoiffé{e} et content{e}.
A: C'est noté. | On vous attend, on n'est pas pressés. | On te recoiffera.
B: Deux minutes ! | On vous voit. | On gare les vélos.

# film soir nuit
A: Vous avez vu {film} ? | Hier soir on a regardé {film}. | On hésite, ce soir : {film} ou dormir.
B: Oui, et j'ai pleuré comme une fontaine. | Pas encore, ne dis rien ! | Deux fois. La deuxième est meilleure.
A: La scène de la cuisine… {a} n'a plus parlé pendant une heure.
   | La musique, surtout. Je l'ai dans la tête depuis.
   | On a dormi, finalement. Mais demain, promis.
b: {B} s'est endormi{Be} au bout de vingt minutes, je tiens à le préciser.
   | On devrait voir ça tous les quatre. | J'avais oublié à quel point c'était drôle.
A: Prochaine séance chez nous, alors. On a le grand drap blanc.
   | Le rétroprojecteur est réparé, à bon entendeur. | On organise ça un dimanche de pluie ?
B: Vendu. | On apporte les couvertures. | Avec des tartines, s'il te plaît.

# musique apres soir nuit
A: J'écoute {disque} et je pense à votre salon. | {a} a ressorti {disque}.
   | Il faut que vous écoutiez {disque}, le soir, lumière basse.
B: Oh, bonne idée. On le met tout de suite. | On l'a usé jusqu'à la corde, celui-là.
   | Je ne connaissais pas. C'est très beau.
A: La deuxième face surtout. | Attends la fin du troisième morceau. | C'est une musique pour cuisiner à quatre.
b: On danse dans la cuisine, c'est votre faute. | {B} chante faux et c'est délicieux.
   | Je l'ajoute à la liste pour {jour}.
A*: Gardez-nous une danse. | On monte le son et on vous imagine. | La liste est ouverte, ajoutez ce que vous aimez.

# concert midi apres x5
A: Il reste quatre places pour le quatuor, {jour}. On tente ?
   | Un concert {jour}, petite salle, lumière rouge. Ça vous dit ?
B: Sans hésiter. Quatre places ? | Combien la place ? | {b} dit oui avant que j'aie fini de lire ta phrase.
A: Je prends les quatre, vous nous inviterez à dîner. | Vingt-deux euros, je peux avancer.
   | C'est fait, j'ai les billets.
B: Tu es parfait{Ae}. On dîne avant ou après ? | Je te rembourse {jour}. On mange avant ?
   | Quel luxe. On mange avant ou après ?
A: Après. Avant, on n'écoute pas aussi bien. | Avant, léger. Et un verre à l'entracte.
   | Comme vous voulez, on a toute la soirée.

# weekend_ville apres soir x5
A*: On rêve d'un week-end à {ville}. Vous viendriez ?
   | Trois jours à {ville} au printemps, tous les quatre : idée folle ou bonne idée ?
B: Bonne idée. Très bonne idée. | {b} a déjà ouvert la carte. | On n'y est jamais allés ensemble !
A: On a repéré une petite maison avec deux chambres et une cheminée.
   | Il y a un train direct le vendredi. | Une amie nous prête son appartement, il y a une terrasse.
b: Et des marchés, j'espère. | Est-ce qu'on peut s'y baigner ? | Je m'occupe des restaurants, ne discutez pas.
A: Marché le samedi, j'ai vérifié. | Tout est possible, y compris ne rien faire.
   | {b}, on te fait une confiance aveugle.
B: Alors on bloque la date ? | Le deuxième week-end du mois nous irait. | Envoie-nous les liens, on regarde ce soir.
A: Je vous envoie tout ça. | On bloque. | Ce soir, avec un verre, on décide.

# train matin midi
A: On est dans le train. {ville}, deux heures, le nez à la vitre.
   | Gare, quai 7, café brûlant. On part à {ville} sans vous et c'est dommage.
B: Bon voyage ! Rapportez-nous quelque chose qui se mange.
   | Profitez bien. Des photos, s'il vous plaît. | Vous allez nous manquer {jour}.
A: Promis. {a} a déjà repéré une épicerie. | Une carte postale, comme au siècle dernier.
   | On pense à vous à la première gorgée.
b: Et le restaurant au fond de la cour, n'oubliez pas !
   | Demandez la chambre qui donne sur le jardin. | Il va faire beau, j'ai regardé.

# balade matin midi ete printemps automne
A: Envie de faire {balade} dimanche. Pas trop tôt. | {balade_m}, dimanche, ça vous tente ?
   | Dimanche, chaussures de marche et {balade} ?
B: Avec plaisir, mais pas avant dix heures. | Si le temps tient, oui. | {b} a une ampoule, on ira doucement.
A: Dix heures et demie en bas de chez vous. | On prend la voiture, quatre places tout juste.
   | On fera des pauses. Beaucoup de pauses.
b: Je prépare le pique-nique, il y aura trop de fromage. | On apporte le thermos et les fruits.
   | Je prends l'appareil photo.
A: Et {dessert} pour le sommet. | Parfait, on apporte la nappe. | Quelle équipe.
B: À dimanche ! | On se réjouit. | Vivement.

# balade_apres soir printemps ete automne
A: J'ai mal partout et je suis heureu{xse}. | Quelle marche… Je sens mes mollets en écrivant.
   | Merci pour aujourd'hui, quelle lumière sur le chemin du retour.
B: Pareil ici. {b} est dans le bain depuis une heure.
   | La montée était traître, on ne nous y reprendra pas. Enfin si.
   | C'était une journée pour la boîte à souvenirs.
a: Les photos arrivent, j'en ai gardé trois où personne ne grimace.
   | On refait la même en automne, avec les couleurs. | Le fromage du berger, on en parle ?
B: Vite les photos. | On refait tout, la même, dans l'ordre. | On en parle longtemps.

# marche matin
A: Je suis au marché, il vous faut quelque chose ?
   | Les premières {fruits} sont là, j'en prends pour vous ?
   | Le fromager demande de vos nouvelles, sérieusement.
B: Un bouquet de menthe et ta bonne humeur. | Des {fruits}, si elles sentent bon. | Dis-lui qu'on passe samedi.
A: C'est dans le panier. | Elles sentent l'été. | Je prends aussi du pain, ils sortent la fournée.
b: Tu es un ange. On te doit un café. | On fera une tarte, vous en aurez la moitié. | Du pain ! Merci.
A: Un café et des nouvelles, alors. | La moitié la plus grosse, alors. | Je passe vous le déposer vers {heure_m} ?
B: La porte est ouverte. | On t'attend, on est encore en pyjama. | Parfait.

# recette midi soir
B: {A}, pour {leplat}, tu comptes combien de temps ?
   | Question urgente : pour {leplat}, couvercle ou pas ? | {A}, je tente {leplat}. Aide-moi.
A: Doucement, trois heures, sans regarder. | Couvercle au début, puis tu lui fais confiance.
   | Respire. Tu as coupé les oignons ?
B: C'est déjà trop tard pour la douceur. | {b} dit que ça sent très bon, donc on continue.
   | Oui, et j'ai pleuré dignement.
A: Ajoute un verre de vin. Et un autre pour toi. | Un peu de zeste à la fin, c'est le secret.
   | Alors le plus dur est fait. Ne touche plus à rien.
a: Et du beurre. {A} oublie toujours le beurre. | Le zeste, on ne le dit à personne. | Vous nous garderez une assiette ?
B: Verdict : on s'est resservis deux fois. | Une réussite, à ma grande surprise. | Une assiette vous attend, passez.

# livre apres nuit
A: Je viens de finir {livre}. Je vous le prête. | {a} m'a lu tout haut {livre}, dans le lit, deux chapitres par soir.
B: C'est bien ? | On nous en a parlé. | Pose-le de côté pour nous.
A: Ça commence lentement et puis ça ne vous lâche plus.
   | J'ai souligné une phrase page 112 en pensant à {b}. | C'est triste, mais ça console.
b: Alors je le veux avant {B}. | Page 112, je cours. | On fera un club à quatre, avec un seul exemplaire.
A: Je l'apporte {jour}. | Il sera dans votre boîte aux lettres demain. | Un club à quatre, j'aime.

# pluie matin apres automne hiver printemps
A: Il pleut comme dans un film. On ne sort pas. | Quel temps… {a} a sorti le plaid.
   | Pluie, thé, chat sur les genoux. Et vous ?
B: Ici grenier, poussière et vieux disques. | Soupe sur le feu, lecture, silence. Le bonheur.
   | {b} fait des crêpes, la maison sent bon.
A: C'est un dimanche comme je les aime. | On vous envie la soupe. | Des crêpes ! On arrive.
b: Venez, on a quatre parapluies et un seul canapé. | Il en reste, venez vraiment. | On vous garde les plus dentelées.
A: {a} met déjà ses bottes. | Dans vingt minutes ? | Ne nous le dites pas deux fois.

# canicule apres ete x4
A: Trente-six degrés dans le salon. On vit dans la salle de bains.
   | Quelqu'un a une piscine, une rivière, un glaçon ? | On dort sur la terrasse depuis trois nuits.
B: On connaît un coin de rivière, à l'ombre. | Une rivière, oui. On y va en fin d'après-midi.
   | Viens, on a acheté un ventilateur bruyant.
A: La rivière, oui, mille fois. | On apporte les pastèques. | Ce soir, dès que ça tombe ?
b: Départ à 17 h, serviettes et chapeaux. | Je connais le chemin, c'est un secret de famille.
   | Ce soir, pieds dans la bassine et glaçons partout.
A: On sera prêts. | Secret gardé. | {a} a retrouvé son chapeau de paille, il faut voir ça.

# neige matin hiver x3
A: Il neige sur les toits ! Regardez dehors. | Tout est blanc, tout est silencieux.
   | Première neige. {a} est déjà en bas comme un enfant.
B: On regarde, en chaussettes, le nez sur la vitre. | C'est si beau qu'on en oublie le bus.
   | {b} prépare des boules, vous êtes prévenus.
A: Promenade sur les quais avant que ça fonde ? | Vin chaud ce soir ? | Trêve à midi, chocolat chez nous.
B: Oui, avec bonnets ridicules. | On apporte les oranges et la cannelle. | Nous signons la trêve.

# noel soir hiver x2
A: Vous faites quoi entre Noël et le Nouvel An ?
   | On aimerait un réveillon tout petit. Vous, nous, une bougie.
   | Le sapin est debout, de travers, très digne.
B: Rien de décidé. C'était une question intéressée, j'espère ?
   | Famille le 25, ensuite on est à vous. | Une bougie et {vin}, alors.
A: Très intéressée. Venez le 30, restez le 31.
   | On pousse la table contre la fenêtre, on verra les lumières.
   | On cuisine peu et on veille tard.
b: J'apporte {dessert}, c'est mon unique talent. | On prendra le train de cinq heures.
   | On peut arriver dès l'après-midi pour aider ?
A*: Venez quand vous voulez, c'est vous la fête.
   | Dès l'après-midi, oui, c'est le meilleur moment. | On vous fait un lit près du feu.

# vendanges soir automne x2
A: On revient des vendanges, les mains violettes. | Le cousin nous a donné douze bouteilles. Il va falloir nous aider.
B: Des mains violettes, c'est très élégant. Il sera comment ?
   | Nous sommes de bons amis, nous aiderons. | Il est comment, cette année ?
A: Franc, avec un petit air de cerise. Comme {b}.
   | Encore jeune, il faut l'attendre. On attendra ensemble.
   | Je n'y connais rien, mais il se boit tout seul.
b: Je prends la cerise pour un compliment. | L'attente, c'est notre spécialité. | On passe {jour} avec du fromage ?
A: C'en était un. | On a tout l'hiver devant nous. | Avec du fromage, toujours.

# champignons matin automne x3
A: Panier plein ! Des cèpes gros comme le poing. | On est en forêt depuis sept heures, ça sent la mousse et la pluie.
B: Jaloux. Enfin, ravis pour vous, mais jaloux. | Où ça ? | Vous êtes sûrs que ce sont des cèpes ?
A: Omelette chez nous à treize heures ? | Secret. On vous y emmène les yeux bandés.
   | {a} a fait vérifier par la pharmacienne.
b: On apporte les œufs. | Les yeux bandés, voilà un programme. | J'ai toujours admiré cette pharmacienne.
A: On met quatre couverts. | Bottes obligatoires. | À ce soir, autour de la poêle.

# jardin matin apres printemps ete
A: Les glycines sont en fleur, venez les voir avant la pluie. | On a planté des tomates sur le balcon. {a} leur parle.
B: Quelle couleur, cette année ? | Elles répondent ? | On passe en fin de journée ?
A: Mauve, presque bleu le soir. | Pas encore, mais elles écoutent. | Quand vous voulez, on arrose vers {heure}.
b: Le mauve du soir, on ne manque pas ça. | Je viens leur lire un poème. | On apporte des boutures de notre figuier.
A: La chaise longue t'attend, {b}. | Elles adorent les poèmes. | Le figuier, oh oui.

# vacances apres soir ete x3
A: On est arrivés. La mer est à cent pas, on entend tout.
   | Première baignade du soir, personne sur la plage.
   | Vacances, jour un : rien, et c'est très bien.
B: Vous méritez chaque vague. | On vous imagine, c'est presque aussi bien. | Ici bureau, ventilateur, et vos messages.
A: Il y a une deuxième chambre, je dis ça comme ça. | Venez pour le 14, sérieusement. | On vous garde un transat.
b: Ne nous tente pas, {B} regarde déjà les trains. | On pourrait poser le vendredi…
   | Je fais la valise, il est vingt-trois heures.
A: On vient vous chercher à la gare. | Alors posez ! | Prenez des livres, on a le reste.
B: Billets pris. On n'est pas raisonnables. | On s'organise et on vous dit demain. | C'est fait. On arrive {jour}.

# retour soir x3
A: Rentrés. La maison sent le renfermé et les lettres s'entassent.
   | Retour à la vie normale. Vous nous avez manqué. | Valises dans l'entrée, on les ouvrira demain.
B: Bon retour ! On a arrosé le basilic. | Racontez-nous tout. | Vous nous avez manqué aussi, plus qu'on ne l'aurait cru.
A: Le basilic est magnifique, merci. | On racontera de vive voix, il y a trop.
   | {jour_m} chez nous, photos et restes de saucisson ?
b: Il vous a réclamés tous les jours. | Oui, et on veut les histoires inavouables. | J'apporte le pain.

# travail midi apres
A: Journée interminable. Dites-moi quelque chose de beau.
   | Réunion de trois heures. J'ai dessiné votre terrasse de mémoire.
   | Il est quinze heures et j'ai déjà fini ma patience.
B: Le ciel est rose au-dessus des toits.
   | {b} vient d'éclater de rire dans l'escalier, ça compte ?
   | Ce soir tu ne réponds plus à personne et tu manges une pêche.
A: Me voilà consolé{e}. | Ça compte. Merci. | Je prends la pêche.
B: Courage, plus que deux heures. | On t'embrasse fort. | Passe boire un verre en rentrant, si tu veux.
A: Je tiens bon. | Vous êtes précieux. | Je crois bien que je vais passer.

# anniversaire soir x2
A: {b}, bon anniversaire ! | C'est aujourd'hui, {b} ! On te serre fort. | Joyeux anniversaire à {b}, qui ne change pas.
b: Oh merci ! Vous avez pensé au jour exact. | Merci vous deux. Je vieillis bien entouré{e}. | Quel joli message, merci.
a: On a quelque chose pour toi, mais il faut venir le chercher.
   | Ton cadeau fait du bruit et ne rentre pas dans une enveloppe. | On fête ça quand ?
B: Mystère… {b} ne tient plus en place. | Venez, on ouvre une bouteille. | {jour_m}, on se retrouve {lieu}.
b: Je ne suis pas curieu{xse}, mais vite. | Vous êtes fous. | {jour_m}, ne refusez pas.

# restaurant midi apres
A: On a trouvé une adresse : {resto}. | Vous connaissez {resto} ? On y a dîné hier, mémorable.
   | Il paraît que {resto} vient de rouvrir.
B: Jamais essayé ! | On y est allés une fois, il y a longtemps, très amoureux.
   | C'est là que {b} a mangé trois desserts ?
A: On réserve pour quatre ? | Il faut la table près de la fenêtre.
   | La patronne nous a offert une poire, depuis on l'aime.
b: Oui, et je veux la banquette. | Près de la fenêtre, oui, celle qui donne sur la cour.
   | Trois desserts, et je recommencerai. {jour_m}, vers {heure} ?
A: La banquette est à toi. | Je m'en occupe. | Réservé, {heure}, à mon nom.

# clefs midi x4
A: Petite question pratique : vous pourriez garder nos clés ce week-end ?
   | Le plombier passe {jour}, l'un de vous serait dans le quartier ?
B: Bien sûr. | Oui, {b} travaille à la maison. | Évidemment, pose-les chez le fleuriste.
A: Merci. Le chat mange deux fois, ne le croyez pas s'il dit trois.
   | Il vient entre huit heures et midi, soit jamais. | Vous nous sauvez.
b: Le chat et moi, on se comprend. | Je lui ferai un café, au plombier. | Rien de plus normal.
A: Vous êtes de vrais voisins, même à deux kilomètres. | On vous rapporte quelque chose. | Je vous dois {vin}.

# rendez_vous apres soir
A: Pour {jour}, on se retrouve {lieu} ? | {jour_m}, {heure}, {lieu} : ça vous va ?
   | On change de plan ? {lieu_m}, c'est plus calme.
B: Parfait pour nous. | Très bien, on viendra à pied. | On aura dix minutes de retard, {b} sort tard.
A: On vous garde la place au chaud. | Prenez votre temps. | Aucun souci, on commandera sans vous juger.
b: Je porte le manteau vert, vous me verrez. | À pied, au soleil, quel luxe. | Si c'est {vin}, commandez pour moi.
A: Le manteau vert, on le reconnaîtrait entre mille. | On ne bouge pas. | C'est commandé.

# retard soir
B: On est coincés dans le métro, dix minutes de retard.
   | Pardon, on part seulement. {b} a changé trois fois de chemise.
   | Plus de vélos à la station, on marche vite !
A: Tout va bien, le four aussi est en retard. | Prenez votre temps, la bouteille respire.
   | On ouvre les olives sans remords.
b: On est au pont ! | La chemise bleue a gagné. | Je suis innocent{e}.
A: On vous voit depuis la fenêtre. | La bleue, évidemment. | La porte est ouverte, montez.

# annule apres x4
B: Mauvaise nouvelle, {b} a de la fièvre. On doit remettre {jour}.
   | On est désolés, il faut décaler {jour} : imprévu au travail.
A: Oh non. Soignez-vous bien, rien ne presse. | Aucun problème, la table ne s'envole pas.
   | On remet, et on garde l'envie.
B: Merci d'être si simples. | On se rattrape, promis. | Vous êtes adorables.
a: On dépose une soupe devant la porte ? | La semaine prochaine, même heure ? | Bouillon, miel, et pas de héros.
b: La soupe, je ne dis pas non. | La semaine prochaine, c'est juré. | Obéissance totale.

# guerison matin x4
A: Comment va {b} ce matin ? | Des nouvelles de notre malade ? | La fièvre est tombée ?
B: Beaucoup mieux, {b} réclame des tartines. | La nuit a été bonne, merci. | Debout, grognon, donc presque en forme.
A: Les tartines, signe qui ne trompe pas. | Nous voilà rassurés. | Pas d'imprudences, hein.
b: Je confirme, je revis. La soupe y est pour beaucoup.
   | Je vous lis depuis mon lit, comme au théâtre. | Encore un jour et je danse.
A: On réserve la danse. | Repose-toi encore. | On t'embrasse de loin, puis de près.

# photo_floue apres soir x6
A: J'ai retrouvé les photos de l'autre soir. On est tous un peu flous, et c'est joli.
   | Je trie les photos. Vous préférez que je floute avant de garder ?
B: Garde les floues, ce sont les plus vraies. | Floute, oui, par principe. Merci de demander.
   | Celle où {b} rit, garde-la telle quelle entre nous.
A: Alors je garde tout, entre nous seulement.
   | Fait. Les visages sont cachés, les sourires se devinent. | Entre nous seulement, promis.
b: J'ai vraiment cette tête-là ? | Merci, c'est délicat. | Vous pensez à tout.

# secret nuit
A: Vous dormez ? | Encore debout ? | Il est tard, mais je voulais vous dire quelque chose.
B: Pas tout à fait. | On lit, dis-nous. | On t'écoute.
A: Rien de grave. Juste que la soirée d'hier m'a fait un bien fou.
   | Je suis content{e} qu'on se soit rencontrés, voilà.
   | Avec vous, on n'a pas besoin de faire semblant. C'est rare.
b: Pour nous aussi, tu sais. | C'est exactement ce qu'on se disait en rentrant. | Tu nous touches beaucoup.
B: Il y a des amitiés qui prennent des années, et puis il y a celle-ci.
   | On se le dira de vive voix, avec un verre. | Bonne nuit, dors bien.
A: Bonne nuit à vous deux. | Je dors mieux maintenant. | À demain, les beaux.
`
