/** What the tests of the page ask again and again, as its address says it. */
export const BUCKSKIN = 'agouti=A/a,extension=E/e,matp=Cr/n'
export const PARENTS = `mother=${BUCKSKIN},kit=To/n,frame=O/n&father=agouti=a/a,extension=e/e,matp=Cr/n,frame=O/n`
/** A bay mare out of a chestnut, a partner half tested, and a foal that is not chestnut. */
export const FAMILY =
  'population=arabian-russia&self.coat=bay&mother.coat=chestnut&partner1.coat=bay&partner1.tests=extension=E/?' +
  '&young1.coat=&young1.by=1&young1.lacks=chestnut&next=1'
