package trn2sim.core.sim;

import umontreal.ssj.simevents.eventlist.BinaryTree;
import umontreal.ssj.simevents.eventlist.DoublyLinked;
import umontreal.ssj.simevents.eventlist.EventList;
import umontreal.ssj.simevents.eventlist.Henriksen;
import umontreal.ssj.simevents.eventlist.RedblackTree;
import umontreal.ssj.simevents.eventlist.SplayTree;

/** SSJ's event lists: all give the same order, so running on each is a check of determinism. */
public enum EventListKind {
  SPLAY_TREE,
  HENRIKSEN,
  BINARY_TREE,
  RED_BLACK_TREE,
  DOUBLY_LINKED;

  EventList create() {
    return switch (this) {
      case SPLAY_TREE -> new SplayTree();
      case HENRIKSEN -> new Henriksen();
      case BINARY_TREE -> new BinaryTree();
      case RED_BLACK_TREE -> new RedblackTree();
      case DOUBLY_LINKED -> new DoublyLinked();
    };
  }
}
