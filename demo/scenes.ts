/**
 * Short dialogues between two couples who know each other well, from which a year of conversation
 * is made. `# key band… [season…]` starts a scene. Bands: matin midi apres soir nuit; seasons:
 * hiver printemps ete automne. A and B are the speakers of the two couples, a and b their partners,
 * A* and B* both at once («on»). `|` separates the versions of a scene, column by column. {A} {a}
 * {B} {b}: first names; {e} and {xse}: ending that agrees with the speaker, {Ae} {Be} {Axse}: with
 * A or B. `xN`: at most N times a year. Other words in braces are filled in from SLOTS, the same
 * throughout a scene.
 */
export const SCENES = `
# bonjour matin
A: Bonjour vous deux ! Bien dormi ? | Coucou les lève-tôt, la nuit a été bonne ? | Bonjour bonjour. Café en main, je pense à vous. | Hello ! Le soleil est là, vous aussi ?
B: Comme des pierres. Et vous ? | Pas assez, {b} a lu jusqu'à deux heures du matin. | Très bien, fenêtre ouverte et pluie douce. | Moyen, le voisin a déménagé son piano à six heures.
A: {a} dort encore, je ne fais pas de bruit. | On traîne, c'est permis. | Debout depuis sept heures, {a} a voulu courir. Moi, j'ai tenu la montre.
B: Bonne journée alors, on s'écrit ce soir. | Profitez. Ici réunion dans dix minutes, souhaitez-moi bonne chance. | Embrasse {a} de notre part.

# diner_invite midi apres soir
A: Vous êtes libres {jour} ? {a} veut faire {plat}. | On se disait : {jour}, chez nous, {plat} ? | {jour_m}, ça vous dirait de venir dîner ? Au menu, {plat}.
B: {jour_m}, attends, je regarde… | Je demande à {b} et je te dis. | Ça nous tente beaucoup.
b: Oui oui oui. | C'est oui pour moi, surtout pour {leplat}. | On est libres, je confirme devant témoin.
B: Voilà, adjugé. On apporte quoi ? | Parfait. On s'occupe du vin ? | Super, et on prend le dessert.
A: {vin_m}, si vous en trouvez. Sinon vous, ça suffit. | Juste votre appétit. | Un dessert, volontiers : {dessert} comme la dernière fois ?
B: C'est noté. Vers {heure} ? | On sera là à {heure}. | Comptez sur nous, {heure}.
A: {heure}, parfait. On laissera la porte du bas entrouverte. | Très bien. Le code n'a pas changé. | À {heure}, et prenez votre temps.

# diner_merci matin midi nuit
B*: On est bien rentrés. Quelle soirée… Merci pour tout. | Merci pour hier, on en parle encore au petit déjeuner. | Quel plaisir, cette soirée. {leplat_m}, on en rêve déjà.
A: C'était doux de vous avoir. | Merci à vous, la maison est toute calme maintenant. | Le plaisir était pour nous, vraiment.
a: {B}, tu as oublié {oubli}. | Il reste du dessert pour trois jours, vous êtes fautifs. | On a retrouvé {oubli} sous le canapé, à qui est-ce ?
B: Ah, c'est à moi ! Je passe le prendre. | Gardez-le jusqu'à la prochaine fois. | C'est à {b}, évidemment.
A: Bonne excuse pour revenir vite. | On le garde en otage contre un dîner chez vous. | On pose ça dans l'entrée, à bientôt.

# apero apres soir
A: Un verre au bord de l'eau vers {heure} ? Il fait trop bon pour rentrer. | On est en terrasse, il reste deux chaises. | Quelqu'un pour un verre, là, maintenant, sans prévoir ?
B: On finit de travailler et on arrive. | Donne-nous une demi-heure. | Je boucle un dossier et on vous rejoint.
A: On est {lieu}. | Table du fond, {lieu}. | Même endroit que la dernière fois, {lieu}.
b: Je commande d'avance : la même chose que {a}. | Gardez-nous des olives. | J'arrive à vélo, je serai décoiffé{e} et content{e}.
A: C'est noté. | On vous attend, on n'est pas pressés. | On te recoiffera.
B: Deux minutes ! | On vous voit. | On gare les vélos.

# film soir nuit
A: Vous avez vu {film} ? | Hier soir on a regardé {film}. | On hésite, ce soir : {film} ou dormir.
B: Oui, et j'ai pleuré comme une fontaine. | Pas encore, ne dis rien ! | Deux fois. La deuxième est meilleure.
A: La scène de la cuisine… {a} n'a plus parlé pendant une heure. | La musique, surtout. Je l'ai dans la tête depuis. | On a dormi, finalement. Mais demain, promis.
b: {B} s'est endormi{Be} au bout de vingt minutes, je tiens à le préciser. | On devrait voir ça tous les quatre. | J'avais oublié à quel point c'était drôle.
A: Prochaine séance chez nous, alors. On a le grand drap blanc. | Le rétroprojecteur est réparé, à bon entendeur. | On organise ça un dimanche de pluie ?
B: Vendu. | On apporte les couvertures. | Avec des tartines, s'il te plaît.

# musique apres soir nuit
A: J'écoute {disque} et je pense à votre salon. | {a} a ressorti {disque}. | Il faut que vous écoutiez {disque}, le soir, lumière basse.
B: Oh, bonne idée. On le met tout de suite. | On l'a usé jusqu'à la corde, celui-là. | Je ne connaissais pas. C'est très beau.
A: La deuxième face surtout. | Attends la fin du troisième morceau. | C'est une musique pour cuisiner à quatre.
b: On danse dans la cuisine, c'est votre faute. | {B} chante faux et c'est délicieux. | Je l'ajoute à la liste pour {jour}.
A*: Gardez-nous une danse. | On monte le son et on vous imagine. | La liste est ouverte, ajoutez ce que vous aimez.

# concert midi apres x5
A: Il reste quatre places pour le quatuor, {jour}. On tente ? | Un concert {jour}, petite salle, lumière rouge. Ça vous dit ?
B: Sans hésiter. Quatre places ? | Combien la place ? | {b} dit oui avant que j'aie fini de lire ta phrase.
A: Je prends les quatre, vous nous inviterez à dîner. | Vingt-deux euros, je peux avancer. | C'est fait, j'ai les billets.
B: Tu es parfait{Ae}. On dîne avant ou après ? | Je te rembourse {jour}. On mange avant ? | Quel luxe. On mange avant ou après ?
A: Après. Avant, on n'écoute pas aussi bien. | Avant, léger. Et un verre à l'entracte. | Comme vous voulez, on a toute la soirée.

# weekend_ville apres soir x5
A*: On rêve d'un week-end à {ville}. Vous viendriez ? | Trois jours à {ville} au printemps, tous les quatre : idée folle ou bonne idée ?
B: Bonne idée. Très bonne idée. | {b} a déjà ouvert la carte. | On n'y est jamais allés ensemble !
A: On a repéré une petite maison avec deux chambres et une cheminée. | Il y a un train direct le vendredi. | Une amie nous prête son appartement, il y a une terrasse.
b: Et des marchés, j'espère. | Est-ce qu'on peut s'y baigner ? | Je m'occupe des restaurants, ne discutez pas.
A: Marché le samedi, j'ai vérifié. | Tout est possible, y compris ne rien faire. | {b}, on te fait une confiance aveugle.
B: Alors on bloque la date ? | Le deuxième week-end du mois nous irait. | Envoie-nous les liens, on regarde ce soir.
A: Je vous envoie tout ça. | On bloque. | Ce soir, avec un verre, on décide.

# train matin midi
A: On est dans le train. {ville}, deux heures, le nez à la vitre. | Gare, quai 7, café brûlant. On part à {ville} sans vous et c'est dommage.
B: Bon voyage ! Rapportez-nous quelque chose qui se mange. | Profitez bien. Des photos, s'il vous plaît. | Vous allez nous manquer {jour}.
A: Promis. {a} a déjà repéré une épicerie. | Une carte postale, comme au siècle dernier. | On pense à vous à la première gorgée.
b: Et le restaurant au fond de la cour, n'oubliez pas ! | Demandez la chambre qui donne sur le jardin. | Il va faire beau, j'ai regardé.

# balade matin midi ete printemps automne
A: Envie de faire {balade} dimanche. Pas trop tôt. | {balade_m}, dimanche, ça vous tente ? | Dimanche, chaussures de marche et {balade} ?
B: Avec plaisir, mais pas avant dix heures. | Si le temps tient, oui. | {b} a une ampoule, on ira doucement.
A: Dix heures et demie en bas de chez vous. | On prend la voiture, quatre places tout juste. | On fera des pauses. Beaucoup de pauses.
b: Je prépare le pique-nique, il y aura trop de fromage. | On apporte le thermos et les fruits. | Je prends l'appareil photo.
A: Et {dessert} pour le sommet. | Parfait, on apporte la nappe. | Quelle équipe.
B: À dimanche ! | On se réjouit. | Vivement.

# balade_apres soir printemps ete automne
A: J'ai mal partout et je suis heureu{xse}. | Quelle marche… Je sens mes mollets en écrivant. | Merci pour aujourd'hui, quelle lumière sur le chemin du retour.
B: Pareil ici. {b} est dans le bain depuis une heure. | La montée était traître, on ne nous y reprendra pas. Enfin si. | C'était une journée pour la boîte à souvenirs.
a: Les photos arrivent, j'en ai gardé trois où personne ne grimace. | On refait la même en automne, avec les couleurs. | Le fromage du berger, on en parle ?
B: Vite les photos. | On refait tout, la même, dans l'ordre. | On en parle longtemps.

# marche matin
A: Je suis au marché, il vous faut quelque chose ? | Les premières {fruits} sont là, j'en prends pour vous ? | Le fromager demande de vos nouvelles, sérieusement.
B: Un bouquet de menthe et ta bonne humeur. | Des {fruits}, si elles sentent bon. | Dis-lui qu'on passe samedi.
A: C'est dans le panier. | Elles sentent l'été. | Je prends aussi du pain, ils sortent la fournée.
b: Tu es un ange. On te doit un café. | On fera une tarte, vous en aurez la moitié. | Du pain ! Merci.
A: Un café et des nouvelles, alors. | La moitié la plus grosse, alors. | Je passe vous le déposer vers {heure_m} ?
B: La porte est ouverte. | On t'attend, on est encore en pyjama. | Parfait.

# recette midi soir
B: {A}, pour {leplat}, tu comptes combien de temps ? | Question urgente : pour {leplat}, couvercle ou pas ? | {A}, je tente {leplat}. Aide-moi.
A: Doucement, trois heures, sans regarder. | Couvercle au début, puis tu lui fais confiance. | Respire. Tu as coupé les oignons ?
B: C'est déjà trop tard pour la douceur. | {b} dit que ça sent très bon, donc on continue. | Oui, et j'ai pleuré dignement.
A: Ajoute un verre de vin. Et un autre pour toi. | Un peu de zeste à la fin, c'est le secret. | Alors le plus dur est fait. Ne touche plus à rien.
a: Et du beurre. {A} oublie toujours le beurre. | Le zeste, on ne le dit à personne. | Vous nous garderez une assiette ?
B: Verdict : on s'est resservis deux fois. | Une réussite, à ma grande surprise. | Une assiette vous attend, passez.

# livre apres nuit
A: Je viens de finir {livre}. Je vous le prête. | {a} m'a lu tout haut {livre}, dans le lit, deux chapitres par soir.
B: C'est bien ? | On nous en a parlé. | Pose-le de côté pour nous.
A: Ça commence lentement et puis ça ne vous lâche plus. | J'ai souligné une phrase page 112 en pensant à {b}. | C'est triste, mais ça console.
b: Alors je le veux avant {B}. | Page 112, je cours. | On fera un club à quatre, avec un seul exemplaire.
A: Je l'apporte {jour}. | Il sera dans votre boîte aux lettres demain. | Un club à quatre, j'aime.

# pluie matin apres automne hiver printemps
A: Il pleut comme dans un film. On ne sort pas. | Quel temps… {a} a sorti le plaid. | Pluie, thé, chat sur les genoux. Et vous ?
B: Ici grenier, poussière et vieux disques. | Soupe sur le feu, lecture, silence. Le bonheur. | {b} fait des crêpes, la maison sent bon.
A: C'est un dimanche comme je les aime. | On vous envie la soupe. | Des crêpes ! On arrive.
b: Venez, on a quatre parapluies et un seul canapé. | Il en reste, venez vraiment. | On vous garde les plus dentelées.
A: {a} met déjà ses bottes. | Dans vingt minutes ? | Ne nous le dites pas deux fois.

# canicule apres ete x4
A: Trente-six degrés dans le salon. On vit dans la salle de bains. | Quelqu'un a une piscine, une rivière, un glaçon ? | On dort sur la terrasse depuis trois nuits.
B: On connaît un coin de rivière, à l'ombre. | Une rivière, oui. On y va en fin d'après-midi. | Viens, on a acheté un ventilateur bruyant.
A: La rivière, oui, mille fois. | On apporte les pastèques. | Ce soir, dès que ça tombe ?
b: Départ à 17 h, serviettes et chapeaux. | Je connais le chemin, c'est un secret de famille. | Ce soir, pieds dans la bassine et glaçons partout.
A: On sera prêts. | Secret gardé. | {a} a retrouvé son chapeau de paille, il faut voir ça.

# neige matin hiver x3
A: Il neige sur les toits ! Regardez dehors. | Tout est blanc, tout est silencieux. | Première neige. {a} est déjà en bas comme un enfant.
B: On regarde, en chaussettes, le nez sur la vitre. | C'est si beau qu'on en oublie le bus. | {b} prépare des boules, vous êtes prévenus.
A: Promenade sur les quais avant que ça fonde ? | Vin chaud ce soir ? | Trêve à midi, chocolat chez nous.
B: Oui, avec bonnets ridicules. | On apporte les oranges et la cannelle. | Nous signons la trêve.

# noel soir hiver x2
A: Vous faites quoi entre Noël et le Nouvel An ? | On aimerait un réveillon tout petit. Vous, nous, une bougie. | Le sapin est debout, de travers, très digne.
B: Rien de décidé. C'était une question intéressée, j'espère ? | Famille le 25, ensuite on est à vous. | Une bougie et {vin}, alors.
A: Très intéressée. Venez le 30, restez le 31. | On pousse la table contre la fenêtre, on verra les lumières. | On cuisine peu et on veille tard.
b: J'apporte {dessert}, c'est mon unique talent. | On prendra le train de cinq heures. | On peut arriver dès l'après-midi pour aider ?
A*: Venez quand vous voulez, c'est vous la fête. | Dès l'après-midi, oui, c'est le meilleur moment. | On vous fait un lit près du feu.

# vendanges soir automne x2
A: On revient des vendanges, les mains violettes. | Le cousin nous a donné douze bouteilles. Il va falloir nous aider.
B: Des mains violettes, c'est très élégant. Il sera comment ? | Nous sommes de bons amis, nous aiderons. | Il est comment, cette année ?
A: Franc, avec un petit air de cerise. Comme {b}. | Encore jeune, il faut l'attendre. On attendra ensemble. | Je n'y connais rien, mais il se boit tout seul.
b: Je prends la cerise pour un compliment. | L'attente, c'est notre spécialité. | On passe {jour} avec du fromage ?
A: C'en était un. | On a tout l'hiver devant nous. | Avec du fromage, toujours.

# champignons matin automne x3
A: Panier plein ! Des cèpes gros comme le poing. | On est en forêt depuis sept heures, ça sent la mousse et la pluie.
B: Jaloux. Enfin, ravis pour vous, mais jaloux. | Où ça ? | Vous êtes sûrs que ce sont des cèpes ?
A: Omelette chez nous à treize heures ? | Secret. On vous y emmène les yeux bandés. | {a} a fait vérifier par la pharmacienne.
b: On apporte les œufs. | Les yeux bandés, voilà un programme. | J'ai toujours admiré cette pharmacienne.
A: On met quatre couverts. | Bottes obligatoires. | À ce soir, autour de la poêle.

# jardin matin apres printemps ete
A: Les glycines sont en fleur, venez les voir avant la pluie. | On a planté des tomates sur le balcon. {a} leur parle.
B: Quelle couleur, cette année ? | Elles répondent ? | On passe en fin de journée ?
A: Mauve, presque bleu le soir. | Pas encore, mais elles écoutent. | Quand vous voulez, on arrose vers {heure}.
b: Le mauve du soir, on ne manque pas ça. | Je viens leur lire un poème. | On apporte des boutures de notre figuier.
A: La chaise longue t'attend, {b}. | Elles adorent les poèmes. | Le figuier, oh oui.

# vacances apres soir ete x3
A: On est arrivés. La mer est à cent pas, on entend tout. | Première baignade du soir, personne sur la plage. | Vacances, jour un : rien, et c'est très bien.
B: Vous méritez chaque vague. | On vous imagine, c'est presque aussi bien. | Ici bureau, ventilateur, et vos messages.
A: Il y a une deuxième chambre, je dis ça comme ça. | Venez pour le 14, sérieusement. | On vous garde un transat.
b: Ne nous tente pas, {B} regarde déjà les trains. | On pourrait poser le vendredi… | Je fais la valise, il est vingt-trois heures.
A: On vient vous chercher à la gare. | Alors posez ! | Prenez des livres, on a le reste.
B: Billets pris. On n'est pas raisonnables. | On s'organise et on vous dit demain. | C'est fait. On arrive {jour}.

# retour soir x3
A: Rentrés. La maison sent le renfermé et les lettres s'entassent. | Retour à la vie normale. Vous nous avez manqué. | Valises dans l'entrée, on les ouvrira demain.
B: Bon retour ! On a arrosé le basilic. | Racontez-nous tout. | Vous nous avez manqué aussi, plus qu'on ne l'aurait cru.
A: Le basilic est magnifique, merci. | On racontera de vive voix, il y a trop. | {jour_m} chez nous, photos et restes de saucisson ?
b: Il vous a réclamés tous les jours. | Oui, et on veut les histoires inavouables. | J'apporte le pain.

# travail midi apres
A: Journée interminable. Dites-moi quelque chose de beau. | Réunion de trois heures. J'ai dessiné votre terrasse de mémoire. | Il est quinze heures et j'ai déjà fini ma patience.
B: Le ciel est rose au-dessus des toits. | {b} vient d'éclater de rire dans l'escalier, ça compte ? | Ce soir tu ne réponds plus à personne et tu manges une pêche.
A: Me voilà consolé{e}. | Ça compte. Merci. | Je prends la pêche.
B: Courage, plus que deux heures. | On t'embrasse fort. | Passe boire un verre en rentrant, si tu veux.
A: Je tiens bon. | Vous êtes précieux. | Je crois bien que je vais passer.

# anniversaire soir x2
A: {b}, bon anniversaire ! | C'est aujourd'hui, {b} ! On te serre fort. | Joyeux anniversaire à {b}, qui ne change pas.
b: Oh merci ! Vous avez pensé au jour exact. | Merci vous deux. Je vieillis bien entouré{e}. | Quel joli message, merci.
a: On a quelque chose pour toi, mais il faut venir le chercher. | Ton cadeau fait du bruit et ne rentre pas dans une enveloppe. | On fête ça quand ?
B: Mystère… {b} ne tient plus en place. | Venez, on ouvre une bouteille. | {jour_m}, on se retrouve {lieu}.
b: Je ne suis pas curieu{xse}, mais vite. | Vous êtes fous. | {jour_m}, ne refusez pas.

# restaurant midi apres
A: On a trouvé une adresse : {resto}. | Vous connaissez {resto} ? On y a dîné hier, mémorable. | Il paraît que {resto} vient de rouvrir.
B: Jamais essayé ! | On y est allés une fois, il y a longtemps, très amoureux. | C'est là que {b} a mangé trois desserts ?
A: On réserve pour quatre ? | Il faut la table près de la fenêtre. | La patronne nous a offert une poire, depuis on l'aime.
b: Oui, et je veux la banquette. | Près de la fenêtre, oui, celle qui donne sur la cour. | Trois desserts, et je recommencerai. {jour_m}, vers {heure} ?
A: La banquette est à toi. | Je m'en occupe. | Réservé, {heure}, à mon nom.

# clefs midi x4
A: Petite question pratique : vous pourriez garder nos clés ce week-end ? | Le plombier passe {jour}, l'un de vous serait dans le quartier ?
B: Bien sûr. | Oui, {b} travaille à la maison. | Évidemment, pose-les chez le fleuriste.
A: Merci. Le chat mange deux fois, ne le croyez pas s'il dit trois. | Il vient entre huit heures et midi, soit jamais. | Vous nous sauvez.
b: Le chat et moi, on se comprend. | Je lui ferai un café, au plombier. | Rien de plus normal.
A: Vous êtes de vrais voisins, même à deux kilomètres. | On vous rapporte quelque chose. | Je vous dois {vin}.

# rendez_vous apres soir
A: Pour {jour}, on se retrouve {lieu} ? | {jour_m}, {heure}, {lieu} : ça vous va ? | On change de plan ? {lieu_m}, c'est plus calme.
B: Parfait pour nous. | Très bien, on viendra à pied. | On aura dix minutes de retard, {b} sort tard.
A: On vous garde la place au chaud. | Prenez votre temps. | Aucun souci, on commandera sans vous juger.
b: Je porte le manteau vert, vous me verrez. | À pied, au soleil, quel luxe. | Si c'est {vin}, commandez pour moi.
A: Le manteau vert, on le reconnaîtrait entre mille. | On ne bouge pas. | C'est commandé.

# retard soir
B: On est coincés dans le métro, dix minutes de retard. | Pardon, on part seulement. {b} a changé trois fois de chemise. | Plus de vélos à la station, on marche vite !
A: Tout va bien, le four aussi est en retard. | Prenez votre temps, la bouteille respire. | On ouvre les olives sans remords.
b: On est au pont ! | La chemise bleue a gagné. | Je suis innocent{e}.
A: On vous voit depuis la fenêtre. | La bleue, évidemment. | La porte est ouverte, montez.

# annule apres x4
B: Mauvaise nouvelle, {b} a de la fièvre. On doit remettre {jour}. | On est désolés, il faut décaler {jour} : imprévu au travail.
A: Oh non. Soignez-vous bien, rien ne presse. | Aucun problème, la table ne s'envole pas. | On remet, et on garde l'envie.
B: Merci d'être si simples. | On se rattrape, promis. | Vous êtes adorables.
a: On dépose une soupe devant la porte ? | La semaine prochaine, même heure ? | Bouillon, miel, et pas de héros.
b: La soupe, je ne dis pas non. | La semaine prochaine, c'est juré. | Obéissance totale.

# guerison matin x4
A: Comment va {b} ce matin ? | Des nouvelles de notre malade ? | La fièvre est tombée ?
B: Beaucoup mieux, {b} réclame des tartines. | La nuit a été bonne, merci. | Debout, grognon, donc presque en forme.
A: Les tartines, signe qui ne trompe pas. | Nous voilà rassurés. | Pas d'imprudences, hein.
b: Je confirme, je revis. La soupe y est pour beaucoup. | Je vous lis depuis mon lit, comme au théâtre. | Encore un jour et je danse.
A: On réserve la danse. | Repose-toi encore. | On t'embrasse de loin, puis de près.

# photo_floue apres soir x6
A: J'ai retrouvé les photos de l'autre soir. On est tous un peu flous, et c'est joli. | Je trie les photos. Vous préférez que je floute avant de garder ?
B: Garde les floues, ce sont les plus vraies. | Floute, oui, par principe. Merci de demander. | Celle où {b} rit, garde-la telle quelle entre nous.
A: Alors je garde tout, entre nous seulement. | Fait. Les visages sont cachés, les sourires se devinent. | Entre nous seulement, promis.
b: J'ai vraiment cette tête-là ? | Merci, c'est délicat. | Vous pensez à tout.

# secret nuit
A: Vous dormez ? | Encore debout ? | Il est tard, mais je voulais vous dire quelque chose.
B: Pas tout à fait. | On lit, dis-nous. | On t'écoute.
A: Rien de grave. Juste que la soirée d'hier m'a fait un bien fou. | Je suis content{e} qu'on se soit rencontrés, voilà. | Avec vous, on n'a pas besoin de faire semblant. C'est rare.
b: Pour nous aussi, tu sais. | C'est exactement ce qu'on se disait en rentrant. | Tu nous touches beaucoup.
B: Il y a des amitiés qui prennent des années, et puis il y a celle-ci. | On se le dira de vive voix, avec un verre. | Bonne nuit, dors bien.
A: Bonne nuit à vous deux. | Je dors mieux maintenant. | À demain, les beaux.

# rencontre soir nuit x2
A: Vous vous souvenez de notre premier message ? | Je relis le début de notre conversation, quelle timidité. | Un an bientôt qu'on se connaît.
B: On avait mis deux heures à écrire quatre lignes. | {b} disait : ne mets pas trop de points d'exclamation. | Et le premier verre ! On avait les mains moites.
a: Moi j'avais repassé ma plus belle chemise et mis des chaussettes dépareillées. | {A} avait répété ses phrases dans l'ascenseur. | On s'était dit : une heure. On est restés jusqu'à la fermeture.
b: Les chaussettes, on les avait vues. | Quelle bonne idée on a eue ce soir-là. | Jusqu'à ce qu'ils retournent les chaises.
A*: On recommencerait tout, chaussettes comprises. | La meilleure de l'année. | À nous quatre.

# groupe apres soir
A: On prépare une petite soirée {jour}, huit personnes, rien de guindé. Vous en seriez ? | Soirée tranquille chez nous {jour} : on aimerait vous présenter des amis.
B: Qui vient ? | Volontiers, si on peut rester un peu en retrait au début. | Dis-nous tout.
A: Des gens doux. Vous connaissez déjà la moitié. | Nora, peut-être, et les voisins du sixième. | Personne qui parle fort.
b: Alors oui. On vient en curieux. | Nora, quelle joie. | C'est notre genre de soirée.
A: Chacun vient et repart comme il veut, c'est la seule règle. | On vous met près du feu. | Merci de votre confiance.
B: C'est pour ça qu'on vous aime. | À {jour} alors. | On apporte {vin}.

# limites soir nuit x4
A: On peut parler franchement d'hier ? | Juste pour être sûrs : tout allait bien pour vous hier soir ?
B: Oui, très bien. Merci de poser la question. | Bien sûr. Pour nous, c'était juste et léger. | Un peu intimidés au début, puis très bien.
A: Tant mieux. On préfère demander mille fois. | On avançait sur la pointe des pieds. | Dites-le toujours, si quelque chose vous gêne.
b: C'est réciproque : un mot, et on s'arrête. | Votre délicatesse nous plaît beaucoup. | On se le dit, c'est promis.
A*: C'est tout ce qu'on voulait entendre. | Alors on dort tranquilles. | Merci.

# sauna apres automne hiver
A: Le sauna du lac a rouvert. Jeudi, il n'y a presque personne. | Envie de chaleur, de silence et de thé à la menthe. Vous venez ?
B: Nos os disent oui. | Jeudi, on peut. | Avec le bain froid après ? Vous êtes sûrs ?
A: On réserve deux heures ? | Il y a la petite terrasse pour souffler. | Le bain froid est facultatif. {a} dit le contraire.
b: Deux heures, et un dîner après. | Je prends les peignoirs. | Je crierai, je vous préviens.
A: Le dîner, j'y pensais déjà. | C'est réservé. | Crie, personne ne te connaît.

# danse soir x1
A: {a} veut apprendre le tango. Il nous faut un autre couple aussi maladroit. | Cours de danse le mardi, premier essai gratuit. On rit d'avance.
B: Nous sommes exactement ces maladroits. | {b} danse déjà dans la cuisine, ça compte comme expérience ? | Il faut des chaussures spéciales ?
A: Des semelles qui glissent et aucun orgueil. | On changera de partenaire toutes les trois danses, c'est la règle du cours. | Mardi, 20 h, salle du fond.
b: Aucun orgueil, on l'a. | J'ai hâte de marcher sur les pieds de {A}. | On vient.
A: Ça promet. | Mes pieds sont assurés. | À mardi.

# tango_apres nuit x3
B: Alors, ces pieds ? | On a encore la musique dans les hanches. | {b} refait les pas dans le couloir.
A: Vivants. {b} a le sens du rythme, c'était une surprise. | Le professeur a dit «prometteur». On encadre. | {a} veut déjà s'inscrire pour l'année.
b: C'est {A} qui guide bien. | Prometteur ! J'appelle ma mère. | On s'inscrit aussi, alors.
A: À mardi prochain. | Ne rougis pas, c'est vrai. | Quatre inscriptions, donc.

# exposition midi apres x5
A: L'exposition se termine dimanche, on y va ensemble ? | Il y a une nocturne au musée {jour}, c'est presque vide.
B: Celle des photographies ? Oui ! | La nocturne, oui ! | {b} voulait justement y aller.
A: Celle-là. On se perd et on se retrouve à la fin. | Rendez-vous sous l'horloge, {heure}. | Les grands bleus, surtout. Il faut s'asseoir devant.
b: Se perdre, on sait faire. | Et un verre après, {lieu}. | Je resterai devant les bleus, venez m'y chercher.
A: Adjugé. | Évidemment, un verre après. | On viendra te chercher.

# velo matin printemps ete
A: On file à vélo vers {balade_v}. Vous suivez ? | Beau temps, pneus gonflés. Qui nous aime nous suive.
B: Le mien est crevé depuis mars. | On vous rattrape, vingt minutes. | {b} a peur des descentes, mais oui.
A: On en a un autre, un peu rouillé, très fidèle. | On roule lentement, on parle beaucoup. | On s'arrête à la guinguette.
b: Le rouillé est pour moi. | Je freine, mais j'arrive. | La guinguette ! Il fallait commencer par là.

# demenagement midi x2
A: On change le canapé de place, on a besoin de bras et d'avis. | Une armoire à monter, trois étages, une pizza. Volontaires ?
B: J'ai un diable et {b} a des opinions. | Présents. Surtout pour la pizza.
A: Les opinions sont les bienvenues. | Pizza et {vin}, on ne lésine pas.
b: Contre le mur du fond, le canapé. Je le dis depuis un an. | On arrive avec des gants.
A: Le mur du fond. On s'incline. | Vous nous sauvez le dos.

# chat apres nuit
A: Le chat a dormi sur le pull de {b}. Il l'a adopté. | Le chat vous cherche depuis votre départ.
b: Je suis flatté{e}. Qu'il le garde. | Dis-lui que je reviens. | C'est réciproque.
A: Il ronronne en lisant ton message. | Il exige une date. | Il fait semblant de ne pas écouter.
B: On l'embrasse entre les oreilles. | {jour_m}, dites-lui. | Bientôt, bientôt.

# vin soir
A: On a ouvert {vin}. Il manque quatre mains autour. | {vin_m}, ouvert il y a une heure, et nous voilà philosophes.
B: On a des mains disponibles. | Philosophes, vous ? À quelle page ? | Gardez-en le fond.
A: Il en reste la moitié, c'est une invitation. | Page deux : tout est lié. Surtout au fromage. | Le fond ne tiendra pas, venez demain.
b: On saute dans nos chaussures ? | On retient la page deux. | Demain, alors.
A: Sautez ! | La porte est toujours ouverte. | Demain, on en ouvrira une autre.

# telephone apres x3
A: Mon téléphone a passé la nuit dans le jardin. Il marche. | J'ai perdu le message avec l'adresse, tu me la redonnes ?
B: Robuste, comme son propriétaire. | Place Sathonay, puis la deuxième à gauche.
A: Rosée du matin, éclat du teint. | Deuxième à gauche, porte verte. C'est ça ?
B: Tu me fais rire. | C'est ça.

# question nuit
A: Question de minuit : votre plus beau souvenir de l'année ? | {a} demande : si vous pouviez revivre une journée, laquelle ? | Jeu : un mot pour décrire ce mois-ci.
B: La terrasse, en juin, quand la lumière s'est éteinte. | La journée à la rivière. Sans réfléchir. | Doux.
b: Moi, le train de nuit. On n'avait pas fermé l'œil. | Celle où l'on s'est perdus et où l'on a trouvé le lac. | Tendre. C'est le même en plus long.
A: La terrasse… oui. | On garde tout ça. | Belle réponse. Bonne nuit.
B: Et vous ? | À votre tour. | Pas si vite, et le vôtre ?
a: Le premier soir. | Chaque fois que vous sonnez à la porte. | Le nôtre ? Encore.

# merci_court matin midi apres soir
A: Je passais juste vous dire que je pense à vous. | Rien de spécial, une pensée. | Vous me manquez un peu, c'est dit.
B: Ça tombe bien, on parlait de vous. | Quelle jolie façon de commencer la journée. | C'est partagé.
A: Bises à vous deux. | À très vite. | Bon courage pour la suite.

# bonne_nuit nuit
A: On éteint. Bonne nuit vous deux. | Les yeux se ferment. À demain. | Dernier message du jour : dormez bien.
B: Bonne nuit, beaux rêves. | On vous suit. Douce nuit. | À demain, on vous embrasse.

# ok midi apres
A: Bien reçu pour {jour}. | {jour_m}, {heure}, c'est noté. | Toujours bon pour {jour} ?
B: Toujours bon. | Oui ! | Plus que jamais.
A: Parfait. | À {jour} alors. | On se réjouit.

# cadeau apres x3
A: Un paquet est arrivé chez nous, à votre nom, avec un ruban. | Qui a glissé {livre} dans notre boîte ?
B: Ouvre, c'est pour vous. | Aucune idée, vraiment… | {b} rougit, je crois que tu tiens le coupable.
A: Oh… Il ne fallait pas. C'est magnifique. | Un coupable de bon goût. | {a} est sans voix, ce qui n'arrive jamais.
b: On l'a vu et on a pensé à vous, c'est tout. | Pas de raison, juste une envie. | Profitez-en bien.

# covoiturage midi x4
A: On passe par chez vous {jour}, on vous prend en voiture ? | Il nous reste deux places pour {ville}, ça vous arrange ?
B: Avec joie. {heure} ? | On partage l'essence et les sandwichs. | Oh oui, le train est hors de prix.
A: {heure} en bas. | Les sandwichs suffiront. | {a} choisit la musique, c'est non négociable.
b: Je prends le siège du milieu et les commentaires. | On sera prêts, pour une fois. | Je prépare le thermos.

# cuisine_ratee soir x4
A: J'ai brûlé {leplat}. Complètement. | Catastrophe en cuisine, {leplat} n'est plus.
B: Paix à son âme. | Pizza ? | On a connu pire : tu te souviens du soufflé ?
A: {a} rit tellement qu'on n'entend plus l'alarme. | Pizza, oui, et fenêtre ouverte. | Le soufflé, on avait dit qu'on n'en parlait plus.
b: On arrive avec du fromage et de la compassion. | J'ai {dessert} au frigo, je l'apporte. | On n'en parle plus. Jusqu'au dessert.
A: Vous êtes l'équipe de secours. | Venez, ça sent le feu de camp. | On met les bougies, on dira que c'est voulu.

# etoiles nuit ete x4
A: Il y a des étoiles filantes ce soir, montez sur les toits. | On est allongés dans l'herbe, {a} compte tout haut.
B: On monte, deux secondes. | Combien ? | On en a vu une ! Longue, verte.
A: Faites un vœu et ne le dites pas. | Onze. Douze ! | La même, je parie.
b: Mon vœu vous concerne un peu. | C'est si calme. | Je ne dis rien, mais je souris.
A*: Le nôtre aussi. | On est sous le même ciel, c'est déjà beaucoup. | Bonne nuit, là-haut.

# projet apres soir x2
A: On pense louer une maison l'été prochain, grande, avec un figuier. Vous partageriez une semaine ? | Idée : une maison à {ville}, une semaine, chacun cuisine un jour.
B: Une semaine entière avec vous ? On signe. | Combien de chambres ? | {b} veut savoir s'il y a un hamac.
A: On peut inviter encore un couple, ou pas. | Quatre chambres et deux hamacs.
b: Rien que nous quatre la première fois ? | Je cuisine le jeudi.
A: Rien que nous quatre. | Le jeudi est à toi.
B: Réservez. | On envoie notre part ce soir. | Allez, soyons fous.

# sport matin x3
A: {a} prépare un semi-marathon. Je tiendrai la banderole. | Piscine à sept heures, ligne 4, si vous passez.
B: On criera plus fort que tout le monde. | Sept heures du matin, tu es sérieux ?
A: La banderole est déjà peinte. | C'est l'heure où l'eau est bleue.
b: Bon courage à {a} ! | J'irai samedi, plus tard.

# bricolage apres x3
B: {A}, tu saurais réparer une lampe ? | La lampe du salon est morte, la petite, celle que tu aimes.
A: Apporte-la {jour}, on regarde. | Pas la petite lampe ! J'arrive avec mes outils.
B: Tu es précieu{Axse}. On te paie en {dessert_n}. | Elle t'attend sur la table.
A: Tarif accepté. | Elle remarchera, je te le promets.

# courses apres soir
A: Je passe à l'épicerie, vous voulez quelque chose ? | Il me manque du lait et une idée pour ce soir.
B: Des œufs et du courage. | Pour l'idée : {plat}. Pour le lait, je ne sais pas. | Rien, merci. Enfin si, des olives.
A: Œufs pris, courage en rupture. | Idée retenue. | Noires ou vertes ?
B: On fera sans. | Tu m'en diras des nouvelles. | Les vertes, celles au citron.

# ciel soir
A: Regardez le ciel. | Vous avez vu cette lumière ? | Il se passe quelque chose au-dessus des toits.
B: On est à la fenêtre. | Incroyable, on dirait de la pêche. | {b} est déjà dehors avec l'appareil.
A: Ça ne dure jamais assez longtemps. | Le même ciel pour nous quatre, c'est bien. | On a arrêté de cuisiner pour regarder.
b: Je garde celle-là pour l'hiver. | Chut. | On vous embrasse depuis notre bout de rose.

# reveil matin
A: Qui est debout ? | Il est trop tôt pour être raisonnable. | Premier café. À la vôtre.
B: Nous, contre notre gré. | Moi. {b} fait semblant de dormir. | Deuxième, on vous bat.
b: Bonjour quand même. | J'entends tout. | Troisième, je double la mise.
A: Belle journée à vous, on se voit {jour}. | Bonjour {b} ! | C'est l'heure la plus douce.

# midi midi
A: Pause déjeuner sur un banc. {lieu_m}, si vous passez. | Vous mangez quoi ? Ici, sandwich et regrets.
B: Trop loin aujourd'hui, garde-moi une place pour demain. | Les restes d'hier, encore meilleurs. | Salade, au soleil, on ne se plaint pas.
A: La place est gardée. | Voilà qui est cruel. | Vous avez raison.

# attente apres
A: Toujours d'accord pour {jour} ? J'y pense depuis ce matin. | Plus que deux jours. Je compte, je n'ai pas honte.
B: Nous aussi. {b} a déjà choisi la nappe. | Plus que d'accord. | On a acheté des bougies, c'est dire.
A: {a} a ressorti la chemise des grands jours. | J'apporte de la musique, alors. | Des bougies ! On est attendus.
b: La nappe jaune, évidemment. | Vivement. | Ne changez rien, venez comme vous êtes.

# trajet soir
A: On est en bas. | Vous êtes là ? On sonne, personne. | On arrive, le bus a fait le tour de la ville.
B: Ça ouvre ! | La sonnette est capricieuse, poussez fort. | On vous ouvre de là-haut.
A: C'est bon. | Troisième, c'est ça ? | On monte avec le dessert, doucement.

# petit_mot nuit
B: {A} a de la chance de t'avoir, {a}. Et l'inverse. | On vient de reparler de votre voyage en riant. | Tu as dit quelque chose de très juste, {A}, l'autre soir.
a: Ne le lui dis pas, il y aura des conséquences. | Ah, le coup de la valise… | Quoi donc ?
B: Je le dirai quand même. | La valise, oui. | Que le plaisir, c'est d'abord d'être attendu.
A: J'ai tout lu. | Je m'en souviens. Merci de t'en souvenir aussi. | J'ai dit ça, moi ? C'était {vin}.

# nouvelles_amis apres
A: Vous avez des nouvelles d'Eva et Victor ? | On a croisé Nora au marché, elle vous embrasse. | Antoine monte une bibliothèque chez nous, il chante en travaillant.
B: Oui, ils passent à Lyon {jour}. | Quelle joie. Elle va bien ? | Dis-lui bonjour de notre part.
A: Alors on fait une grande tablée. | Très bien, elle danse toujours le dimanche. | C'est fait, il rougit.
b: Une grande tablée, oui ! | Il faut qu'on l'invite. | On le savait musicien, pas ténor.

# conseil apres
A: Je peux vous demander un conseil ? | J'hésite entre deux couleurs pour le salon. Aide. | {a} a une décision à prendre, et moi je suis de trop mauvais conseil.
B: Toujours. | Montre. | On t'écoute, au propre comme au figuré.
A: Écrire la lettre, ou laisser passer ? | Prune ou vert sauge ? | Partir trois jours ou rester tranquilles ?
b: Écris-la, et attends le lendemain pour l'envoyer. | Sauge. Prune pour le coin lecture. | Partir, toujours.
A: Noté, avec gratitude. | Je crois que j'attendais exactement cette réponse. | Vous êtes sages.
`

/**
 * Words for the slots of scenes; each row of a table is used in full. A name ending in `_m`: with a
 * capital.
 */
export const SLOTS = {
  jour: [
    'vendredi',
    'samedi',
    'jeudi soir',
    'samedi soir',
    'dimanche midi',
    'vendredi soir',
    'mercredi',
    'samedi midi',
  ],
  heure: ['19 h', '19 h 30', '20 h', '20 h 30', '21 h', '18 h 30'],
  heure_m: ['11 h', '11 h 30', 'midi', '10 h 30'],
  plat: [
    'un risotto aux cèpes',
    'une blanquette',
    'un gratin de courges',
    'un couscous',
    'une tarte à la tomate',
    'un poulet aux citrons confits',
    'des lasagnes',
    'une daube',
    'un curry de lentilles',
    'une bouillabaisse',
    'des raviolis à la sauge',
    'un tajine aux abricots',
    'une paella',
    'un pot-au-feu',
  ],
  leplat: [
    'le risotto',
    'la blanquette',
    'le gratin',
    'le couscous',
    'la tarte à la tomate',
    'le poulet',
    'le plat de lasagnes',
    'la daube',
    'le curry',
    'la bouillabaisse',
    'le plat de raviolis',
    'le tajine',
    'la paella',
    'le pot-au-feu',
  ],
  dessert: [
    'une tarte aux figues',
    'un clafoutis',
    'une mousse au chocolat',
    'un gâteau aux noix',
    'des madeleines',
    'une tarte au citron',
    'un crumble aux pommes',
    'une île flottante',
    'un riz au lait',
    'un fondant à l’orange',
  ],
  dessert_n: [
    'tarte aux figues',
    'clafoutis',
    'mousse au chocolat',
    'gâteau aux noix',
    'madeleines',
    'tarte au citron',
    'crumble',
    'île flottante',
    'riz au lait',
    'fondant à l’orange',
  ],
  vin: [
    'un saint-joseph',
    'un morgon',
    'un vin du Jura',
    'un petit bourgogne',
    'un chinon',
    'un condrieu',
    'un gamay bien frais',
    'un bandol',
    'un muscat',
    'un crémant',
  ],
  oubli: [
    'une écharpe',
    'un foulard gris',
    'des lunettes',
    'un livre annoté',
    'une boucle d’oreille',
    'le plat bleu',
    'un parapluie à pois',
    'un chargeur',
    'un gant, un seul',
  ],
  lieu: [
    'place Sathonay',
    'au café des Tables Claudiennes',
    'sur les quais, près du pont',
    'au kiosque du parc',
    'dans la cour de la librairie',
    'au bar du théâtre',
    'sous les platanes, place des Tapis',
    'à la buvette du lac',
  ],
  film: [
    'un vieux film avec Romy Schneider',
    'le documentaire sur les phares',
    'une comédie italienne des années soixante',
    'ce film japonais dont on vous parlait',
    'un film muet avec piano',
    'l’histoire du facteur et du poète',
    'un polar en noir et blanc',
  ],
  disque: [
    'un vieux disque de Bill Evans',
    'cette chanteuse du Cap-Vert',
    'les Nocturnes',
    'un quatuor tsigane',
    'le trio de jeudi dernier',
    'Barbara',
    'un disque de rumba',
    'les Gymnopédies',
  ],
  livre: [
    'le roman des deux sœurs',
    'un recueil de lettres d’amour',
    'ce petit livre sur les jardins',
    'le journal d’une navigatrice',
    'un roman qui se passe dans un train',
    'ce recueil de poèmes',
    'le conte de la maison vide',
  ],
  resto: [
    'le petit italien de la montée',
    'la cantine vietnamienne derrière la gare',
    'le bouchon de la rue du Bœuf',
    'la table des deux cousines',
    'le bistrot aux nappes rouges',
    'la crêperie du quai',
    'l’auberge au-dessus des vignes',
  ],
  balade: [
    'le tour du lac',
    'la crête du Pilat',
    'le chemin des vignes',
    'les monts d’Or',
    'la voie verte jusqu’à l’écluse',
    'le sentier des cascades',
    'le parc et la roseraie',
    'les quais jusqu’à la Confluence',
  ],
  balade_v: [
    'l’île Barbe',
    'le grand parc de Miribel',
    'la Confluence',
    'les étangs',
    'Rochetaillée',
    'l’écluse',
  ],
  ville: [
    'Annecy',
    'Turin',
    'Marseille',
    'Arles',
    'Lisbonne',
    'Nantes',
    'Gênes',
    'Biarritz',
    'Sète',
    'Strasbourg',
    'Saint-Malo',
  ],
  fruits: ['cerises', 'fraises', 'figues', 'mirabelles', 'clémentines', 'pêches', 'poires'],
} as const satisfies Record<string, readonly string[]>

/** Dependent slots: the second follows the first. */
export const TIED: Readonly<Record<string, string>> = { leplat: 'plat', dessert_n: 'dessert' }
