"""Table effects: what a Tarot whose text is not known moved, as its players say it (§P1). The sums stay right."""

from dataclasses import replace
from typing import assert_never

from engine.acts import CoinsTo, CommonTo, Effect, Moved, OnMarket, Place, TarotsSwap, TarotTo, TokenTo, Under
from engine.cards import HIDDEN, Common, Hidden, Seat, Tarot
from engine.costs import printed
from engine.events import Event, FateMoved
from engine.offers import suit_above
from engine.pieces import (
    beside,
    draw,
    dropped,
    looked_at,
    move_coins,
    owned,
    played,
    with_column,
    with_known,
    with_player,
)
from engine.powers import row
from engine.ranges import ONE, exactly
from engine.refusals import (
    Refusal,
    card_name,
    from_deck,
    from_hand,
    from_market,
    no_tarot_in_hand,
    off_the_deck,
    turns_up,
    whole,
)
from engine.state import Column, State


def why_not_effect(state: State, act: Effect) -> Refusal | None:
    """Say why the players cannot mean what they say a Tarot moved."""
    name, tarot = state.name(act.seat), card_name(state, act.tarot)
    bot = state.setup.bot
    if suit_above(state, act.seat, act.tarot) is None:
        return Refusal(f"{name} has not captured {tarot}.", "P1")
    if row(state, act.tarot).whole:
        return Refusal(f"What {tarot} does is known, and done in its own way.", "P1")
    if bot is not None and state.setup.is_bot(act.seat) and not bot.powers:
        return Refusal(f"{name} does not use its Tarot.", "C19")
    return _impossible(state, act.moved) or (_not_the_bot(state, act) if state.setup.is_bot(act.seat) else None)


def _not_the_bot(state: State, act: Effect) -> Refusal | None:
    """Say why the solo bot does not do something with a Tarot that it may use (§C19)."""
    name, does_not = state.name(act.seat), row(state, act.tarot).bot_does_not
    if does_not is not None and does_not(state, act.seat, act.moved):
        return Refusal(f"{name} does not do that with {card_name(state, act.tarot)}.", "C19")
    if move(state, act, []).fate(act.seat).lo < state.fate(act.seat).lo:
        return Refusal(f"{name} does nothing that costs it a Fate token.", "C19")
    return None


def _impossible(state: State, moved: Moved) -> Refusal | None:
    """Say why nothing can have been moved like this."""
    places = [one for one in (getattr(moved, "giver", None), getattr(moved, "taker", None)) if one is not None]
    places += [moved.one, moved.other] if isinstance(moved, TarotsSwap) else []
    for place in places:
        seat = place.seat if isinstance(place, Under) else place
        if isinstance(seat, int) and not 0 <= seat < len(state.players):
            return Refusal("Nobody sits there.", "C24")
    if getattr(moved, "giver", 0) == getattr(moved, "taker", 1):
        return Refusal("Nothing moves from a place to itself.", "P1")
    match moved:
        case CoinsTo():
            return _coins(state, moved)
        case TokenTo():
            return _token(state, moved)
        case CommonTo():
            return _from(state, moved.giver, moved.card) or _to(state, moved.taker)
        case TarotTo():
            return _tarot_from(state, moved) or _tarot_to(state, moved)
        case TarotsSwap():
            return _swap(state, moved)
        case _:
            assert_never(moved)


def _coins(state: State, moved: CoinsTo) -> Refusal | None:
    if moved.giver is not None and state.players[moved.giver].coins.hi < (moved.amount or 0):
        return Refusal(f"{state.name(moved.giver)} has {state.players[moved.giver].coins} coins.", "P1")
    return whole(moved.amount, "P1")


def _token(state: State, moved: TokenTo) -> Refusal | None:
    giver, taker = moved.giver, moved.taker
    if moved.suit is None:
        taken = giver is not None or taker is None
        return Refusal("Tokens beside a tableau stay there; a new one comes from the supply.", "A21") if taken else None
    holder = state.fate_common[moved.suit.column]
    if giver != holder:
        where = "in the supply" if holder is None else f"with {state.name(holder)}"
        return Refusal(f"The token of {moved.suit} is {where}.", "P1")
    levels = [player.column(moved.suit).level for player in state.players]
    top = max(levels)
    if taker is not None and (top < 2 or levels[taker] < top):
        return Refusal(f"{state.name(taker)} has not the highest card in {moved.suit}, where the token lies.", "A3")
    if taker is None and top > 1 and levels.count(top) == 1:
        return Refusal(f"{state.name(Seat(levels.index(top)))} alone is highest in {moved.suit}.", "A7")
    return None


def _from(state: State, giver: Place, card: Common | None) -> Refusal | None:
    match giver:
        case OnMarket(spot):
            return from_market(state, card, spot)
        case Under() | "gone":
            return Refusal("No Common card lies there to be moved.", "C18")
        case "deck":
            return off_the_deck(state, card)
        case "discards":
            if card in state.discards or (card is None and state.discards):
                return None
            if HIDDEN in state.discards or state.unseen_discards.hi > 0:
                return None if card is None else turns_up(state, card)
            return Refusal("That card is not in the discards.", "C21")
        case _:
            if card is not None:
                return from_hand(state, giver, (card,))
            none = state.players[giver].hand.common.hi == 0
            return Refusal(f"{state.name(giver)} has no Common card in hand.", "C9") if none else None


def _to(state: State, taker: Place) -> Refusal | None:
    match taker:
        case OnMarket(spot):
            if 0 <= spot < len(state.market_common) and state.market_common[spot] is None:
                return None
            return Refusal(f"Spot {spot + 1} of the Common market is not empty.", "C1")
        case Under() | "gone":
            return Refusal("A Common card does not go there.", "C18")
        case _:
            return None


def _tarot_from(state: State, moved: TarotTo) -> Refusal | None:
    giver, card = moved.giver, moved.card
    match giver:
        case OnMarket(spot):
            there = state.market_tarot[spot] if 0 <= spot < len(state.market_tarot) else None
            if there is None:
                return Refusal(f"On spot {spot + 1} of the Tarot market lies nothing.", "C1")
            if there is HIDDEN:
                return None if card is None else turns_up(state, card)
            return None if card in (None, there) else Refusal(f"There lies {card_name(state, there)}.", "P1")
        case Under(seat, suit):
            lies = state.players[seat].column(suit).tarot
            if lies is None or card not in (None, lies):
                return Refusal(f"That Tarot does not lie under {suit} of {state.name(seat)}.", "P1")
            return None
        case "deck":
            if state.deck_tarot.hi == 0:
                return Refusal("The Tarot deck has run out.", "C6")
            return None if card is None else from_deck(state, card)
        case "discards":
            return Refusal("Tarot do not lie in the discards.", "C17")
        case "gone":
            there_is = card is not None and card in state.gone
            return None if there_is else Refusal("That Tarot did not leave the game face up.", "C17")
        case _:
            if card is None:
                none = state.players[giver].hand.tarot.hi == 0
                return Refusal(f"{state.name(giver)} has no Tarot in hand.", "C20") if none else None
            return no_tarot_in_hand(state, giver, card)


def _tarot_to(state: State, moved: TarotTo) -> Refusal | None:
    giver, taker = moved.giver, moved.taker
    face_up = moved.card is not None or isinstance(giver, Under)
    face_up = face_up or (isinstance(giver, OnMarket) and state.market_tarot[giver.spot] is not HIDDEN)
    if not face_up and (isinstance(taker, Under) or taker == "gone"):
        return Refusal("Say which Tarot it is.", "P1")
    match taker:
        case OnMarket(spot):
            if 0 <= spot < len(state.market_tarot) and state.market_tarot[spot] is None:
                return None
            return Refusal(f"Spot {spot + 1} of the Tarot market is not empty.", "C1")
        case Under(seat, suit):
            if state.players[seat].column(suit).tarot is None:
                return None
            return Refusal(f"Under {suit} of {state.name(seat)} lies a Tarot: move it first, or swap the two.", "C17")
        case "discards":
            return Refusal("Tarot do not go to the discards.", "C17")
        case _:
            return None


def _swap(state: State, moved: TarotsSwap) -> Refusal | None:
    for place in (moved.one, moved.other):
        if state.players[place.seat].column(place.suit).tarot is None:
            return Refusal(f"Under {place.suit} of {state.name(place.seat)} lies no Tarot to swap.", "A17")
    return Refusal("A Tarot is not swapped with itself.", "A17") if moved.one == moved.other else None


def move(state: State, act: Effect, events: list[Event]) -> State:
    """Move what the players say was moved."""
    moved = act.moved
    match moved:
        case CoinsTo():
            amount = printed(None) if moved.amount is None else exactly(moved.amount)
            if moved.giver is not None:
                amount = amount.narrow(hi=max(amount.lo, state.players[moved.giver].coins.hi))
            return move_coins(state, moved.giver, moved.taker, amount, events)
        case TokenTo():
            return _move_token(state, moved, events)
        case CommonTo():
            state, card = _take_common(state, moved, events)
            return _put_common(state, moved.taker, card)
        case TarotTo():
            state, tarot = _take_tarot(state, moved)
            return looked_at(_put_tarot(state, moved.taker, tarot), events)
        case TarotsSwap():
            one = state.players[moved.one.seat].column(moved.one.suit)
            other = state.players[moved.other.seat].column(moved.other.suit)
            state = _under(state, moved.one, other.tarot, turned=other.turned)
            return looked_at(_under(state, moved.other, one.tarot, turned=one.turned), events)
        case _:
            assert_never(moved)


def _move_token(state: State, moved: TokenTo, events: list[Event]) -> State:
    if moved.suit is not None:
        events.append(FateMoved("common", moved.suit, moved.giver, moved.taker))
        return replace(state, fate_common=owned(state.fate_common, moved.suit, moved.taker))
    if moved.taker is None:
        raise AssertionError("legality let a token beside a tableau go back")
    return beside(state, moved.taker, ONE, events)


def _take_common(state: State, moved: CommonTo, events: list[Event]) -> tuple[State, Common | Hidden]:
    giver, card = moved.giver, moved.card
    shown: Common | Hidden = HIDDEN if card is None else card
    match giver:
        case OnMarket(spot):
            market = state.market_common
            lies = market[spot]
            state = replace(state, market_common=(*market[:spot], None, *market[spot + 1 :]))
            return state, lies if isinstance(lies, Common) else shown
        case "deck":
            return draw(state, card, events), shown
        case "discards":
            pile = list(state.discards)
            there = next((one for one in (shown, HIDDEN) if one in pile), None)
            if there is None and card is None and pile:
                there = pile[-1]
            if there is None:
                return replace(state, unseen_discards=state.unseen_discards.narrow(lo=1) - 1), shown
            pile.remove(there)
            return replace(state, discards=tuple(pile)), shown
        case Under() | "gone":
            raise AssertionError("legality let a Common card come from where none lies")
        case _:
            player = state.players[giver]
            hand = dropped(player.hand, ONE, lambda _card: True) if card is None else played(player.hand, (card,))
            return with_player(state, giver, replace(player, hand=hand)), shown


def _put_common(state: State, taker: Place, card: Common | Hidden) -> State:
    match taker:
        case OnMarket(spot):
            market = state.market_common
            return replace(state, market_common=(*market[:spot], card, *market[spot + 1 :]))
        case "deck":
            return replace(state, deck_common=state.deck_common + 1)
        case "discards":
            return replace(state, discards=(*state.discards, card))
        case Under() | "gone":
            raise AssertionError("legality let a Common card go where none lies")
        case _:
            player = state.players[taker]
            known = player.hand.known if isinstance(card, Hidden) else with_known(player.hand, card)
            hand = replace(player.hand, common=player.hand.common + 1, known=known)
            return with_player(state, taker, replace(player, hand=hand))


def _take_tarot(state: State, moved: TarotTo) -> tuple[State, Tarot | Hidden]:
    giver, card = moved.giver, moved.card
    shown: Tarot | Hidden = HIDDEN if card is None else card
    match giver:
        case OnMarket(spot):
            market = state.market_tarot
            lies = market[spot]
            state = replace(state, market_tarot=(*market[:spot], None, *market[spot + 1 :]))
            return state, lies if isinstance(lies, Tarot) else shown
        case Under(seat, suit):
            lies_under = state.players[seat].column(suit).tarot
            return _under(state, giver, None), shown if lies_under is None else lies_under
        case "deck":
            return replace(state, deck_tarot=state.deck_tarot.narrow(lo=1) - 1), shown
        case "gone":
            return replace(state, gone=tuple(one for one in state.gone if one != card)), shown
        case "discards":
            raise AssertionError("legality let a Tarot come from the discards")
        case _:
            player = state.players[giver]
            known = tuple(
                one for one in player.hand.known if isinstance(one, Common) or (card is not None and one != card)
            )
            sure = sum(isinstance(one, Tarot) for one in known)
            hand = replace(player.hand, tarot=player.hand.tarot.narrow(lo=1 + sure) - 1, known=known)
            return with_player(state, giver, replace(player, hand=hand)), shown


def _put_tarot(state: State, taker: Place, card: Tarot | Hidden) -> State:
    match taker:
        case OnMarket(spot):
            market = state.market_tarot
            return replace(state, market_tarot=(*market[:spot], card, *market[spot + 1 :]))
        case Under():
            return _under(state, taker, None if isinstance(card, Hidden) else card)
        case "deck":
            return replace(state, deck_tarot=state.deck_tarot + 1)
        case "gone":
            return state if isinstance(card, Hidden) else replace(state, gone=(*state.gone, card))
        case "discards":
            raise AssertionError("legality let a Tarot go to the discards")
        case _:
            player = state.players[taker]
            known = player.hand.known if isinstance(card, Hidden) else with_known(player.hand, card)
            hand = replace(player.hand, tarot=player.hand.tarot + 1, known=known)
            return with_player(state, taker, replace(player, hand=hand))


def _under(state: State, place: Under, card: Tarot | None, *, turned: bool = False) -> State:
    column = state.players[place.seat].column(place.suit)
    return with_column(state, place.seat, place.suit, Column(column.stack, card, turned and card is not None))
