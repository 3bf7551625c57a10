"""Whether a player may use a Tarot now, and with what: the legality of `Use` and `Waive`, and open forms of them."""

from collections.abc import Iterator
from typing import assert_never

from engine.acts import Use, Waive
from engine.cards import SUITS, Common, Seat, Suit, Tarot
from engine.costs import skip_price
from engine.powers import instead_of_action, must_pass, offers, powers, row
from engine.refusals import Refusal, card_name, from_hand, unknown_commons
from engine.state import State
from engine.tarot import Cards, Offer, Rule, Verb
from engine.turns import awaited, foes


def suit_above(state: State, seat: Seat, tarot: Tarot) -> Suit | None:
    """Return the suit that a Tarot of a seat lies under."""
    for suit, column in zip(SUITS, state.players[seat].columns, strict=True):
        if column.tarot == tarot:
            return suit
    return None


def fits(cards: Cards, above: Suit, card: Common) -> bool:
    """Tell whether a card is of the level or suit that a power asks for."""
    return card.level == (cards.level or card.level) and (card.suit is above or not cards.above)


def stripped(offer: Offer, above: Suit) -> tuple[Suit, ...]:
    """List the suits whose top cards a falling Tarot takes, in tableau order (§A11)."""
    return tuple(suit for suit in SUITS if offer.own_suit or suit is not above)


def open_uses(state: State) -> Iterator[Use]:
    """List what the Tarot of whoever is acting may offer now, one open form for hidden cards; not all are legal."""
    action = state.turn.action if state.turn else None
    if action is None or action.used:
        return
    seat = action.seat
    for _, found in powers(state, seat):
        for offer in offers(state, found.tarot):
            match offer.verb:
                case Verb.STEAL:
                    yield from (Use(seat, found.tarot, suit=suit) for suit in SUITS)
                case Verb.TAKE_TOP:
                    yield from (
                        Use(seat, found.tarot, foe=foe, suit=suit)
                        for foe in state.seats
                        if foe != seat
                        for suit in SUITS
                    )
                case Verb.SHOWDOWN:
                    yield Use(seat, found.tarot)
                    yield from (Use(seat, found.tarot, foe=foe) for foe in state.seats if foe != seat)
                case _:
                    yield Use(seat, found.tarot)


def open_waives(state: State) -> Iterator[Waive]:
    """List the powers that others cannot do without, which their owner may waive (§B7)."""
    if state.turn is None or awaited(state) is None:
        return
    for _, found in powers(state, state.leader):
        keeps = any(bend.rule is Rule.FOES_MUST_PASS for bend in found.bends)
        if keeps and any(must_pass(state, foe) for foe in foes(state)):
            yield Waive(state.leader, found.tarot)


def why_not_waive(state: State, act: Waive) -> Refusal | None:
    """Say why a player cannot do without the power of a Tarot now."""
    name, tarot = state.name(act.seat), card_name(state, act.tarot)
    if state.turn is None:
        return Refusal("Nobody has led, so no power works that could be done without.", "A19")
    if suit_above(state, act.seat, act.tarot) is None:
        return Refusal(f"{name} has not captured {tarot}.", "A19")
    if act.tarot in (*state.turn.waived, *state.turn.used):
        return Refusal(f"{tarot} has been used or waived in this turn.", "A19")
    found = row(state, act.tarot)
    if not found.bends and not found.answers:
        return Refusal(f"{tarot} does nothing by itself that could be done without.", "A19")
    return None


def why_not_use(state: State, act: Use) -> Refusal | None:
    """Say why a player cannot use a Tarot now, or not like this."""
    found = _usable(state, act)
    if isinstance(found, Refusal):
        return found
    above, offer = found
    coins = state.players[act.seat].coins
    if coins.hi < offer.price:
        name = state.name(act.seat)
        return Refusal(f"{name} cannot use this: it costs {offer.price}, and {name} has {coins}.", "N1")
    return _beside_the_point(state, act, offer.verb) or _choices(state, act, above, offer)


def _usable(state: State, act: Use) -> tuple[Suit, Offer] | Refusal:
    """Find what a Tarot offers its owner now, and the suit above it."""
    name, tarot = state.name(act.seat), card_name(state, act.tarot)
    turn, bot = state.turn, state.setup.bot
    action = turn.action if turn else None
    above = suit_above(state, act.seat, act.tarot)
    if turn is None or action is None or action.seat != act.seat:
        return Refusal(f"{name} has no action to do now.", "C24")
    if above is None:
        return Refusal(f"{name} has not captured {tarot}.", "B19")
    if bot is not None and act.seat == bot.seat and not bot.powers:
        return Refusal(f"{name} does not use its Tarot.", "C19")
    does_not = row(state, act.tarot).bot_does_not
    if state.setup.is_bot(act.seat) and does_not is not None and does_not(state, act.seat, None):
        return Refusal(f"{name} does not use {tarot}.", "C19")
    if not row(state, act.tarot).whole:
        return Refusal(f"No text here says what {tarot} does: say what it moved.", "P1")
    here = offers(state, act.tarot)
    if not here:
        return Refusal(f"{tarot} is not used by itself: it changes what its owner does.", "B19")
    offer = here[0]
    if act.tarot in action.captured:
        return Refusal(f"{tarot} was captured in this turn, and has no power for its lead.", "B15")
    if act.tarot in (*turn.used, *turn.waived):
        return Refusal(f"{tarot} has been used or waived in this turn.", "A22")
    if action.following and not offer.following:
        return Refusal(f"{tarot} works for the leader alone.", "B19")
    if offer.action is not None and action.suit is not offer.action:
        return Refusal(f"{tarot} belongs to {offer.action}, and {name} does {action.suit}.", "B19")
    if not offer.following and above is not action.suit:
        return Refusal(f"{tarot} lies under {above}, and {action.suit} is led.", "B19")
    if any(_took_its_place(state, act.seat, one) for one in turn.used):
        return Refusal(f"{name} has used another Tarot in place of the {action.suit}.", "B9")
    if action.used:
        rule = "B9" if instead_of_action(state, offer) else "B14"
        return Refusal(f"{tarot} is used before anything else of this {action.suit}.", rule)
    return above, offer


def _took_its_place(state: State, seat: Seat, tarot: Tarot) -> bool:
    """Tell whether a Tarot of a seat that was used in this turn is what the seat does in place of its action."""
    own = suit_above(state, seat, tarot) is not None
    return own and any(instead_of_action(state, offer) for offer in offers(state, tarot))


_WANTED = {
    Verb.STEAL: {"suit"},
    Verb.TAKE_TOP: {"foe", "suit"},
    Verb.GIVE: {"given"},
    Verb.SHOWDOWN: {"cards", "foe", "shown"},
    Verb.TOKEN: {"cards"},
}


def _beside_the_point(state: State, act: Use, verb: Verb) -> Refusal | None:
    """Say that something was chosen which the power does not ask for."""
    chosen = {name for name in ("cards", "foe", "suit", "shown") if getattr(act, name) is not None}
    chosen |= {"given"} if act.given else set()
    if chosen <= _WANTED.get(verb, set()):
        return None
    return Refusal(f"{card_name(state, act.tarot)} does not ask for all of that.", "N1")


def _choices(state: State, act: Use, above: Suit, offer: Offer) -> Refusal | None:
    match offer.verb:
        case Verb.RICHEST | Verb.LARGEST_HAND | Verb.TURN:
            return None
        case Verb.FALL:
            low = next(
                (suit for suit in stripped(offer, above) if state.players[act.seat].column(suit).level < 2), None
            )
            why = f"{state.name(act.seat)} has only the Starter in {low}, and that is never discarded."
            return None if low is None else Refusal(why, "C21")
        case Verb.STEAL:
            return _steal(state, act)
        case Verb.TAKE_TOP:
            return _take_top(state, act, offer)
        case Verb.GIVE:
            return _give(state, act, offer)
        case Verb.TOKEN:
            return _discards(state, act.seat, act.cards, above, offer)
        case Verb.SHOWDOWN:
            return _discards(state, act.seat, act.cards, above, offer) or _shown(state, act, above, offer)
        case _:
            assert_never(offer.verb)


def _steal(state: State, act: Use) -> Refusal | None:
    if act.suit is None:
        return Refusal("Say of which suit the token is stolen.", "A22")
    holder, name = state.fate_common[act.suit.column], state.name(act.seat)
    if holder is None or holder == act.seat:
        return Refusal(f"No foe of {name} has a token on {act.suit}.", "A22")
    levels = [player.column(act.suit).level for player in state.players]
    if levels[act.seat] != levels[holder]:
        return Refusal(f"{name} does not tie with {state.name(holder)} for the highest {act.suit}.", "A22")
    return None


def _take_top(state: State, act: Use, offer: Offer) -> Refusal | None:
    if act.foe is None or act.suit is None or not 0 <= act.foe < len(state.players) or act.foe == act.seat:
        return Refusal("Say from which foe the card is taken, and of which suit.", "A18")
    player, name = state.players[act.seat], state.name(act.seat)
    level, own = state.players[act.foe].column(act.suit).level, player.column(act.suit).level
    if level < 2:
        return Refusal(f"{state.name(act.foe)} has only the Starter in {act.suit}, and that is never taken.", "A18b")
    if level not in (own + 1, own + 2):
        return Refusal(f"{name} has {act.suit} {own}, so a {level} does not go on it.", "A18b")
    cost = offer.price + (skip_price(state, act.seat) if level == own + 2 else 0)
    if player.coins.hi < cost:
        return Refusal(f"{name} cannot pay {cost} for that card with {player.coins}.", "A18b")
    return None


def _give(state: State, act: Use, offer: Offer) -> Refusal | None:
    count = offer.cards.least if offer.cards else 0
    name, hand = state.name(act.seat), state.players[act.seat].hand
    if any(not 0 <= foe < len(state.players) or foe == act.seat for foe, _ in act.given):
        return Refusal(f"{name} gives the cards to foes.", "N1")
    if act.given and len(act.given) != count:
        return Refusal(f"{name} gives {count} Common cards, not {len(act.given)}.", "N1")
    if hand.common.hi < count:
        return Refusal(f"{name} has {hand.common} Common cards in hand, not {count}.", "C9")
    return from_hand(state, act.seat, tuple(card for _, card in act.given if card is not None))


def _discards(state: State, seat: Seat, cards: tuple[Common, ...] | None, above: Suit, offer: Offer) -> Refusal | None:
    """Say why a hand cannot give what a power asks for."""
    wanted, name = offer.cards or Cards(0), state.name(seat)
    if cards is None:
        known = [card for card in state.players[seat].hand.known if isinstance(card, Common)]
        own = {card.suit for card in known} if wanted.each else [card for card in known if fits(wanted, above, card)]
        if len(own) + unknown_commons(state.players[seat].hand) >= wanted.least:
            return None
        return Refusal(f"{name} cannot have {wanted.least} such Common cards in hand.", "C9")
    if len(cards) != wanted.least and not (wanted.more and len(cards) > wanted.least):
        return Refusal(f"{name} discards {wanted.least} Common cards for this, not {len(cards)}.", "N1")
    wrong = next((card for card in cards if not fits(wanted, above, card)), None)
    if wrong is not None:
        return Refusal(f"{card_name(state, wrong)} is none of the cards that are asked for.", "N1")
    if wanted.each and len({card.suit for card in cards}) < len(SUITS):
        return Refusal(f"{name} discards one card of each suit.", "N1")
    return from_hand(state, seat, cards)


def _shown(state: State, act: Use, above: Suit, offer: Offer) -> Refusal | None:
    """Say why no foe can have stopped the token by showing more (§B16)."""
    wanted = offer.cards or Cards(0)
    if act.foe is None:
        return None if act.shown is None else Refusal("Say which foe showed the cards.", "B16")
    if not 0 <= act.foe < len(state.players) or act.foe == act.seat:
        return Refusal("Only a foe can show more.", "B16")
    least = 1 + (wanted.least if act.cards is None else len(act.cards))
    if state.players[act.foe].hand.common.hi < least:
        return Refusal(f"{state.name(act.foe)} has too few Common cards to show {least}.", "B16")
    if act.shown is None:
        return None
    if len(act.shown) < least or not all(fits(wanted, above, card) for card in act.shown):
        return Refusal(f"Only {least} such cards, or more, stop the token.", "B16")
    return from_hand(state, act.foe, act.shown)
